import type { Breach } from "../breach.ts";
import type { SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";
import { holdsDependencies, type Shapes } from "./given-fields.ts";

const CHECK = "dependency-bag";
const MAX_FIELDS = 8;
const BAG = /(?:Deps|Services|Parts|Core)$/;
/** Configuration by its name: a bag only where functions or objects with functions are inside. */
const LOOSE_BAG = /(?:Options|Context|Scope|App|Control)$/;

/** Finds objects of more than 8 fields by which a part is given whatever it might need. */
export function findDependencyBags(files: SourceFile[]): Breach[] {
  const shapes = collectShapes(files);
  return files
    .flatMap((file) => listBags(file, shapes))
    .filter(({ fields }) => fields > MAX_FIELDS)
    .map(({ at, name, fields }) => ({ check: CHECK, at, message: describe(name, fields) }));
}

function describe(name: string, fields: number): string {
  return `${name} has ${fields} fields: name what each part needs, ${MAX_FIELDS} at most.`;
}

interface Bag {
  at: string;
  name: string;
  fields: number;
}

function listBags(file: SourceFile, shapes: Shapes): Bag[] {
  const { find, locate } = parseSyntax(file);
  const named = find("TSInterfaceDeclaration", "TSTypeAliasDeclaration", "ClassDeclaration")
    .map((node) => ({ node, name: getText(getNode(node, "id")) }))
    .filter(
      ({ node, name }) =>
        BAG.test(name) || (LOOSE_BAG.test(name) && holdsDependencies(node, shapes)),
    )
    .map(({ node, name }) => ({ node, name, fields: countFields(node, shapes) }));
  const given = find("MethodDefinition")
    .filter((node) => node["kind"] === "constructor")
    .flatMap((node) => findInlineParameters(node, shapes));
  return [...named, ...given].map(({ node, ...bag }) => ({ ...bag, at: locate(node.start) }));
}

function collectShapes(files: SourceFile[]): Shapes {
  const shapes = new Map<string, SyntaxNode>();
  for (const file of files) {
    const { find } = parseSyntax(file);
    for (const node of find(
      "TSInterfaceDeclaration",
      "TSTypeAliasDeclaration",
      "ClassDeclaration",
    )) {
      shapes.set(getText(getNode(node, "id")), node);
    }
  }
  return shapes;
}

/** Counts members, those of extended interfaces and joined types included. */
function countFields(
  node: SyntaxNode | undefined,
  shapes: Shapes,
  seen = new Set<string>(),
): number {
  const count = (one: SyntaxNode | undefined): number => countFields(one, shapes, seen);
  const sum = (nodes: SyntaxNode[]): number => nodes.reduce((total, one) => total + count(one), 0);
  switch (node?.type) {
    case "TSInterfaceDeclaration":
      return getNodes(getNode(node, "body"), "body").length + sum(getNodes(node, "extends"));
    case "ClassDeclaration":
      return getNodes(getNode(node, "body"), "body").filter(isField).length;
    case "TSTypeAliasDeclaration":
      return count(getNode(node, "typeAnnotation"));
    case "TSTypeLiteral":
      return getNodes(node, "members").length;
    case "TSIntersectionType":
      return sum(getNodes(node, "types"));
    case "TSInterfaceHeritage":
    case "TSTypeReference": {
      const name = getText(getNode(node, "expression") ?? getNode(node, "typeName"));
      if (seen.has(name)) {
        return 0;
      }
      seen.add(name);
      return count(shapes.get(name));
    }
    case undefined:
    default:
      return 0;
  }
}

function isField(node: SyntaxNode): boolean {
  return node.type === "PropertyDefinition" && node["static"] !== true;
}

/** A constructor's parameter whose type is written in its place. */
function findInlineParameters(node: SyntaxNode, shapes: Shapes) {
  return getNodes(getNode(node, "value"), "params").flatMap((parameter) => {
    const type = getNode(getNode(parameter, "typeAnnotation"), "typeAnnotation");
    return type?.type === "TSTypeLiteral" || type?.type === "TSIntersectionType"
      ? [{ node: parameter, name: "The constructor's object", fields: countFields(type, shapes) }]
      : [];
  });
}
