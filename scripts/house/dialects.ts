import { findBannedNames } from "../dialect/banned-names.ts";
import { findWideComments } from "../dialect/comment-width.ts";
import { isShipped, isTestFile, type SourceFile } from "../sources/source-file.ts";
import { getNode, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";
import { joinByOwner, listOwners, type Checkout, type Measure } from "./measure.ts";

export const dialectMeasures: readonly Measure[] = [
  { name: "named functions written as arrow constants", take: takeArrows },
  { name: "shapes written as `type = {}`", take: ({ product }) => countEach(product, isShapeType) },
  { name: "branches and loops without braces", take: ({ product }) => countEach(product, isBare) },
  { name: "tests written with `it`, with `test`", take: takeTests },
  {
    name: "names that hold a banned word, in tests and scripts too",
    take: ({ product, tools }) => count(findBannedNames([...product, ...tools])),
  },
  { name: "functions whose name ends in Of", take: takeOf },
  { name: "comments over 100 columns", take: ({ product }) => count(findWideComments(product)) },
];

function count(list: readonly unknown[]): string {
  return String(list.length);
}

/** The nodes that are counted, in the shipped files of each app and package. */
function countEach(files: SourceFile[], isCounted: (node: SyntaxNode) => boolean): string {
  const values = listOwners(files).flatMap((owner) => {
    const own = files.filter(({ path }) => isShipped(path) && path.startsWith(`${owner}/`));
    const nodes = own.flatMap((file) =>
      parseSyntax(file)
        .find(...COUNTED)
        .filter(isCounted),
    );
    return nodes.length === 0 ? [] : [[owner, count(nodes)] as const];
  });
  return joinByOwner(values);
}

const BRANCHES = [
  "IfStatement",
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
];
const COUNTED = [
  "VariableDeclarator",
  "FunctionDeclaration",
  "TSTypeAliasDeclaration",
  ...BRANCHES,
];

function takeArrows({ product }: Checkout): string {
  return countEach(product, (node) => {
    const isTop = /Program|ExportNamedDeclaration/.test(node.parent?.parent?.type ?? "");
    return isTop && getNode(node, "init")?.type === "ArrowFunctionExpression";
  });
}

function isShapeType(node: SyntaxNode): boolean {
  return (
    node.type === "TSTypeAliasDeclaration" &&
    getNode(node, "typeAnnotation")?.type === "TSTypeLiteral"
  );
}

function isBare(node: SyntaxNode): boolean {
  const body = getNode(node, "consequent") ?? getNode(node, "body");
  return BRANCHES.includes(node.type) && body?.type !== "BlockStatement";
}

function takeOf({ product }: Checkout): string {
  return countEach(product, (node) => {
    const isFunction =
      node.type === "FunctionDeclaration" ||
      getNode(node, "init")?.type === "ArrowFunctionExpression";
    return isFunction && /[a-z]Of$/.test(getText(getNode(node, "id")));
  });
}

const TEST_CALL =
  /^(it|test)(?:\.(?:each|for|only|skip|todo|fixme|fails|concurrent|runIf|skipIf)\b|$)/;

function takeTests({ product, tools }: Checkout): string {
  const names = [...product, ...tools]
    .filter(({ path }) => isTestFile(path))
    .flatMap((file) =>
      parseSyntax(file)
        .find("CallExpression")
        .map((call) => readTest(file, call)),
    );
  return ["it", "test"].map((name) => names.filter((one) => one === name).length).join(", ");
}

/** The function that declares a test: `test` of `test(...)` and of `test.each(...)(...)`. */
function readTest({ text }: SourceFile, call: SyntaxNode): string {
  const isInner = call.parent?.type === "CallExpression" && getNode(call.parent, "callee") === call;
  const callee = getNode(call, "callee");
  if (isInner || callee === undefined) {
    return "";
  }
  return TEST_CALL.exec(text.slice(callee.start, callee.end))?.[1] ?? "";
}
