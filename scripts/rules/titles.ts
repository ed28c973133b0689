import type { SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

/** What a title may be put together with: `a ? "x" : "y"`, `"x" + y`, a template. */
const JOINING = new Set(["TemplateLiteral", "ConditionalExpression", "BinaryExpression"]);
/** What stands between a row of a table and the table itself. */
const IN_TABLE = new Set(["ArrayExpression", "TSAsExpression", "TSSatisfiesExpression"]);

/** The call of `test` or `describe` that a string is the title of, or a row's first words. */
export function findTitled(file: SourceFile, string: SyntaxNode): SyntaxNode | null {
  const text = climb(string, JOINING);
  const call = text.parent;
  if (call?.type === "CallExpression" && getNodes(call, "arguments")[0] === text) {
    return isTestCall(file, call) ? call : null;
  }
  return findTestOfTable(file, climb(text, IN_TABLE));
}

/** The node, or the outermost of these that holds it. */
function climb(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode {
  let at = node;
  while (at.parent !== undefined && types.has(at.parent.type)) {
    at = at.parent;
  }
  return at;
}

/** `test.each(table)("%s")`, and `for (const [what] of table) { test(what) }`. */
function findTestOfTable(file: SourceFile, table: SyntaxNode): SyntaxNode | null {
  const holder = table.parent;
  if (holder?.type === "ForOfStatement" && getNode(holder, "right") === table) {
    return listTestCalls(file, holder)[0] ?? null;
  }
  const call = holder?.parent;
  const isEach = getText(getNode(getNode(holder, "callee"), "property")) === "each";
  return isEach && call?.type === "CallExpression" && isTestCall(file, call) ? call : null;
}

/** The calls inside a node that make a test or a group of tests. */
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

/** `test` or `describe`, by its own name or by the name of what the file makes of it. */
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
