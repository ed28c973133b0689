import type { SourceFile } from "../sources/source-file.ts";
import {
  getNode,
  getNodes,
  getText,
  listAncestors,
  parseSyntax,
  type SyntaxNode,
} from "../sources/syntax.ts";
import { findTitled, isGroup, listTestCalls } from "./titles.ts";

/** A rule's id in the title of a test. */
export interface Quote {
  id: string;
  at: string;
  /** The reason why the test does not run by default; `null` if it runs. */
  notRun: string | null;
}

const TITLE = /^\[[A-Z]{2}\d+(?:, ?[A-Z]{2}\d+)*\]/;
const IDS = /\[([A-Z]{2}\d+(?:, ?[A-Z]{2}\d+)*)\]/g;
const NOT_RUN = /\.(?:skip|todo|fixme|skipIf|runIf)\b/;

/**
 * Finds the rule ids in the titles of tests, and of groups that contain a test. A title begins with
 * them, as in `[AX2][AX4]` or `[AX2, AX4]`. A string elsewhere proves nothing.
 */
export function readQuotes(file: SourceFile, isIncluded: (path: string) => boolean): Quote[] {
  const { find, locate } = parseSyntax(file);
  return find("Literal", "TemplateElement").flatMap((node) => {
    const title = readTitle(node);
    if (!TITLE.test(title)) {
      return [];
    }
    const titled = findTitled(file, node);
    if (titled === null) {
      return [];
    }
    const notRun = isIncluded(file.path)
      ? judgeTitle(file, node, titled)
      : "no runner of npm test includes the file";
    const ids = [...title.matchAll(IDS)].flatMap(([, list = ""]) => list.split(/, ?/));
    return ids.map((id) => ({ id, at: locate(node.start), notRun }));
  });
}

/** Returns the text of a string, or of the first piece of a template. */
function readTitle(node: SyntaxNode): string {
  if (node.type === "Literal") {
    return getText(node);
  }
  const isFirst = getNodes(node.parent, "quasis")[0] === node;
  const value = node["value"] as { raw?: string };
  return isFirst ? (value.raw ?? "") : "";
}

/** Returns why the test does not run, or `null`. A group runs if one of its tests does. */
function judgeTitle(file: SourceFile, node: SyntaxNode, titled: SyntaxNode): string | null {
  const reason = findWhyNotRun(file, node);
  if (reason !== null || !isGroup(file, titled)) {
    return reason;
  }
  const tests = listTestCalls(file, titled).filter((call) => !isGroup(file, call));
  const isRun = tests.some(
    (call) => findWhyNotRun(file, getNodes(call, "arguments")[0] ?? call) === null,
  );
  return isRun ? null : "its group has no test that runs";
}

function findWhyNotRun(file: SourceFile, node: SyntaxNode): string | null {
  const ancestors = listAncestors(node);
  for (const [at, ancestor] of ancestors.entries()) {
    const reason =
      ancestor.type === "CallExpression"
        ? judgeCall(file, ancestor)
        : judgeCondition(ancestor, ancestors[at - 1] ?? node);
    if (reason !== null) {
      return reason;
    }
  }
  return findSkipInside(file, ancestors);
}

function judgeCall(file: SourceFile, call: SyntaxNode): string | null {
  const callee = getNode(call, "callee");
  const written = callee === undefined ? "" : file.text.slice(callee.start, callee.end);
  const marker = NOT_RUN.exec(written) ?? NOT_RUN.exec(readAlias(file, written));
  if (marker !== null) {
    return `it is behind ${marker[0].slice(1)}`;
  }
  const options = getNodes(call, "arguments")
    .filter(({ type }) => type === "ObjectExpression")
    .flatMap((one) => getNodes(one, "properties"))
    .map((one) => getText(getNode(one, "key")));
  return /^(?:test|describe)\b/.test(written) && options.some((one) => /^(?:skip|todo)$/.test(one))
    ? "its options skip it"
    : null;
}

/**
 * Returns the expression behind a function that the file names: `const atNight = test.runIf(x)`.
 */
function readAlias(file: SourceFile, written: string): string {
  const name = /^\w+/.exec(written)?.[0];
  const declared = parseSyntax(file)
    .find("VariableDeclarator")
    .find((one) => getText(getNode(one, "id")) === name);
  const init = getNode(declared, "init");
  const isCode = init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
  return init === undefined || isCode ? "" : file.text.slice(init.start, init.end);
}

/**
 * Finds an `if` or a flag that decides if a test runs. A choice between two titles does not count.
 */
function judgeCondition(ancestor: SyntaxNode, child: SyntaxNode): string | null {
  const isTitle = child.type === "Literal" || child.type === "TemplateLiteral";
  const decides =
    ancestor.type === "IfStatement" ||
    (!isTitle && /^(?:ConditionalExpression|LogicalExpression)$/.test(ancestor.type));
  return decides ? "it is behind a condition" : null;
}

/** Finds `test.skip(condition)` in the body of the test, of its group or of the file. */
function findSkipInside(file: SourceFile, ancestors: SyntaxNode[]): string | null {
  const holders = new Set(ancestors);
  const test = ancestors.find(({ type }) => type === "CallExpression");
  const isConditional = parseSyntax(file)
    .find("CallExpression")
    .some((call) => {
      const callee = getNode(call, "callee");
      const written = callee === undefined ? "" : file.text.slice(callee.start, callee.end);
      const given = getNodes(call, "arguments");
      const declaresTest = given.length > 1 && given[0]?.type.endsWith("Literal") === true;
      if (!/^(?:\w+\.)?(?:skip|fixme)$/.test(written) || declaresTest) {
        return false;
      }
      const scope = listAncestors(call).find(({ type }) => /Function(?!Body)|Program/.test(type));
      return scope !== undefined && (holders.has(scope) || scope.parent === test);
    });
  return isConditional ? "a condition skips it" : null;
}
