import type { Breach } from "../breach.ts";
import { isTestFile, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";
import { isTopLevel } from "./function-constants.ts";

const CONSTANT_CASE = /^[A-Z][A-Z0-9_]*$/;

/** Finds module-level numbers and strings of shipped code whose names are not in CONSTANT_CASE. */
export function findConstantNames(files: SourceFile[]): Breach[] {
  return files
    .filter(
      ({ path }) => !isTestFile(path) && !/\/(?:testing|tests|gallery)\/|testkit\//.test(path),
    )
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("VariableDeclarator")
        .filter((node) => isTopLevel(node) && isConst(node) && isFact(getNode(node, "init")))
        .map((node) => ({ node, name: getText(getNode(node, "id")) }))
        .filter(({ name }) => name !== "" && !CONSTANT_CASE.test(name))
        .map(({ node, name }) => ({
          check: "constant-name",
          at: locate(node.start),
          message: `The constant \`${name}\` holds a fact: write it in CONSTANT_CASE.`,
        }));
    });
}

function isConst(declarator: SyntaxNode): boolean {
  return declarator.parent?.["kind"] === "const";
}

/** A number, a string, or arithmetic on numbers. */
function isFact(value: SyntaxNode | undefined): boolean {
  if (value === undefined) {
    return false;
  }
  switch (value.type) {
    case "Literal":
      return ["number", "string"].includes(typeof value["value"]);
    case "TemplateLiteral":
      return getNodes(value, "expressions").length === 0;
    case "UnaryExpression":
      return isFact(getNode(value, "argument"));
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return isFact(getNode(value, "expression"));
    case "BinaryExpression":
      return ["left", "right"].every((side) => isOperand(getNode(value, side)));
    default:
      return false;
  }
}

function isOperand(value: SyntaxNode | undefined): boolean {
  return isFact(value) || (value?.type === "Identifier" && CONSTANT_CASE.test(getText(value)));
}
