import type { SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

export interface DeclaredName {
  name: string;
  start: number;
}

const DECLARATIONS = [
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "VariableDeclarator",
];
const MEMBERS = [
  "MethodDefinition",
  "PropertyDefinition",
  "TSPropertySignature",
  "TSMethodSignature",
];
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/** Returns every name that a file itself declares: declarations, parameters and members. */
export function findDeclaredNames(file: SourceFile): DeclaredName[] {
  const syntax = parseSyntax(file);
  return [
    ...syntax.find(...DECLARATIONS).flatMap((node) => readPattern(getNode(node, "id"))),
    ...syntax.find(...FUNCTIONS).flatMap((node) => getNodes(node, "params").flatMap(readPattern)),
    ...syntax
      .find(...MEMBERS)
      .filter((node) => node["computed"] !== true)
      .flatMap((node) => readPattern(getNode(node, "key"))),
  ];
}

/** Returns the names of a pattern, without those that it only reads from an object. */
function readPattern(node: SyntaxNode | undefined): DeclaredName[] {
  switch (node?.type) {
    case "Identifier":
    case "PrivateIdentifier":
      return [{ name: getText(node), start: node.start }];
    case "ObjectPattern":
      return getNodes(node, "properties").flatMap((one) =>
        one["shorthand"] === true ? [] : readPattern(getNode(one, "value") ?? one),
      );
    case "ArrayPattern":
      return getNodes(node, "elements").flatMap(readPattern);
    case "AssignmentPattern":
      return readPattern(getNode(node, "left"));
    case "RestElement":
      return readPattern(getNode(node, "argument"));
    case undefined:
    default:
      return [];
  }
}
