import type { SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

/** The syntax nodes of which a title can consist: `a ? "x" : "y"`, `"x" + y`, a template. */
const JOINING = new Set(["TemplateLiteral", "ConditionalExpression", "BinaryExpression"]);
/** The nodes between a row of a table and the table itself. */
const IN_TABLE = new Set(["ArrayExpression", "TSAsExpression", "TSSatisfiesExpression"]);

/**
 * Returns the call of `test` or `describe` that has this string as its title or as a text in a row
 * of its table.
 */
export function findTitled(file: SourceFile, string: SyntaxNode): SyntaxNode | null {
  const text = climb(string, JOINING);
  const call = text.parent;
  if (call?.type === "CallExpression" && getNodes(call, "arguments")[0] === text) {
    return isTestCall(file, call) ? call : null;
  }
  return findTestOfTable(file, climb(text, IN_TABLE));
}

/** Returns the outermost node of these types that contains the node, or the node itself. */
function climb(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode {
  let at = node;
  while (at.parent !== undefined && types.has(at.parent.type)) {
    at = at.parent;
  }
  return at;
}

/** Finds the test of `test.each(table)("%s")` or `for (const [what] of table) { test(what) }`. */
function findTestOfTable(file: SourceFile, table: SyntaxNode): SyntaxNode | null {
  const holder = table.parent;
  if (holder?.type === "ForOfStatement" && getNode(holder, "right") === table) {
    return listTestCalls(file, holder)[0] ?? null;
  }
  const call = holder?.parent;
  const isEach = getText(getNode(getNode(holder, "callee"), "property")) === "each";
  return isEach && call?.type === "CallExpression" && isTestCall(file, call) ? call : null;
}

/** Returns the calls inside a node that create a test or a group of tests. */
export function listTestCalls(file: SourceFile, within: SyntaxNode): SyntaxNode[] {
  return parseSyntax(file)
    .find("CallExpression")
    .filter(({ start, end }) => start > within.start && end <= within.end)
    .filter((call) => isTestCall(file, call) && getNodes(call, "arguments").length > 1);
}

export function isGroup(file: SourceFile, call: SyntaxNode): boolean {
  return findMaker(file, call) === "describe";
}

function isTestCall(file: SourceFile, call: SyntaxNode): boolean {
  return findMaker(file, call) !== null;
}

/**
 * Returns `test` or `describe`, even if the call uses a variable that the file made from one of
 * them; otherwise `null`.
 */
function findMaker(file: SourceFile, call: SyntaxNode): "test" | "describe" | null {
  let callee = getNode(call, "callee");
  while (callee !== undefined && callee.type !== "Identifier") {
    callee = getNode(callee, "object") ?? getNode(callee, "callee") ?? getNode(callee, "tag");
  }
  const name = getText(callee);
  if (name === "test" || name === "describe") {
    return name;
  }
  const declared = parseSyntax(file)
    .find("VariableDeclarator")
    .find((one) => getText(getNode(one, "id")) === name);
  const init = getNode(declared, "init");
  const made = init === undefined ? "" : file.text.slice(init.start, init.end);
  return /\bdescribe\b/.test(made) ? "describe" : /\btest\b/.test(made) ? "test" : null;
}
