import type { Breach } from "../breach.ts";
import type { SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

const OWN_THIS = new Set(["FunctionDeclaration", "FunctionExpression", "ClassBody"]);

/**
 * Finds named functions that are written as arrow constants at the top of a file. One with a
 * declared type (`const open: Handler = ...`) or one that uses `this` stays as it is.
 */
export function findFunctionConstants(files: SourceFile[]): Breach[] {
  return files.flatMap((file) => {
    const { find, locate } = parseSyntax(file);
    return find("VariableDeclarator")
      .filter((node) => isTopLevel(node) && isNamedArrow(node))
      .map((node) => ({
        check: "function-constant",
        at: locate(node.start),
        message: `The arrow constant \`${getText(getNode(node, "id"))}\` is a \`function\`.`,
      }));
  });
}

/** At module level, exported or not. */
export function isTopLevel(declarator: SyntaxNode): boolean {
  const holder = declarator.parent?.parent;
  return holder?.type === "Program" || holder?.type === "ExportNamedDeclaration";
}

function isNamedArrow(declarator: SyntaxNode): boolean {
  const id = getNode(declarator, "id");
  const value = getNode(declarator, "init");
  const isArrow = value?.type === "ArrowFunctionExpression";
  return isArrow && getNode(id, "typeAnnotation") === undefined && !usesThis(value);
}

function usesThis(node: SyntaxNode): boolean {
  if (node.type === "ThisExpression") {
    return true;
  }
  return Object.keys(node)
    .filter((field) => field !== "parent")
    .flatMap((field) => [...getNodes(node, field), getNode(node, field)])
    .some((child) => child !== undefined && !OWN_THIS.has(child.type) && usesThis(child));
}
