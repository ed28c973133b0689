import { findTwilioCodeLiterals } from "../dialect/twilio-code-literals.ts";
import { findUnproducedMembers } from "../dialect/unproduced-members.ts";
import { findImports } from "../sources/imports.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";
import type { Checkout, Measure } from "./measure.ts";

const MIN_LIST = 4;
const MIN_VERBS = 6;
const VERBS = new Set(
  "say play gather record dial hangup pause redirect reject enqueue leave refer".split(" "),
);
/** A setting that stands for all, in its two spellings of the wire. */
const SETTING = /\b(?:switchCallBehvaior|SWITCHBAHAVIOR)\b/;

export const repetitionMeasures: readonly Measure[] = [
  { name: "closed lists written more than once", take: takeLists },
  { name: "files with a five-digit Twilio code outside its table", take: takeCodes },
  { name: "files with a table of TwiML verbs", take: takeVerbTables },
  { name: "shipped files that name one user setting", take: takeSetting },
  { name: "console files that import three features or more", take: takeFeatureHubs },
  { name: "members of unions that nothing produces", take: takeMembers },
];

function listShipped({ product }: Checkout): SourceFile[] {
  return product.filter(({ path }) => isShipped(path));
}

/** Lists of four strings or more: arrays, and unions of types. The same twice is a repetition. */
function takeLists(checkout: Checkout): string {
  const occurrences = new Map<string, number>();
  for (const file of listShipped(checkout)) {
    for (const node of parseSyntax(file).find("ArrayExpression", "TSUnionType")) {
      const words = readStrings(node);
      if (words.length >= MIN_LIST) {
        const key = words.sort().join(" ");
        occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
      }
    }
  }
  const repeated = [...occurrences.values()].filter((times) => times > 1);
  const copies = repeated.reduce((total, times) => total + times, 0);
  return `${repeated.length} lists in ${copies} places`;
}

/** The strings of a list that holds nothing else. */
function readStrings(node: SyntaxNode): string[] {
  const members =
    node.type === "TSUnionType"
      ? getNodes(node, "types").map((one) => getNode(one, "literal"))
      : getNodes(node, "elements");
  const words = members.map((one) => getText(one?.type === "Literal" ? one : undefined));
  return words.every((word) => word !== "") ? words : [];
}

function takeCodes({ product }: Checkout): string {
  const found = findTwilioCodeLiterals(product).map(({ at }) => at.replace(/:\d+$/, ""));
  return `${new Set(found).size} files, ${found.length} numbers`;
}

function takeVerbTables(checkout: Checkout): string {
  const files = listShipped(checkout)
    .filter(({ path }) => path.startsWith("apps/exchange/"))
    .filter((file) =>
      parseSyntax(file)
        .find("ObjectExpression", "ArrayExpression")
        .some((node) => countVerbs(node) >= MIN_VERBS),
    );
  return String(files.length);
}

function countVerbs(node: SyntaxNode): number {
  const names =
    node.type === "ObjectExpression"
      ? getNodes(node, "properties").map((one) => getText(getNode(one, "key")))
      : getNodes(node, "elements").map(getText);
  return names.filter((name) => VERBS.has(name.toLowerCase())).length;
}

function takeSetting(checkout: Checkout): string {
  return String(listShipped(checkout).filter(({ text }) => SETTING.test(text)).length);
}

function takeFeatureHubs(checkout: Checkout): string {
  const hubs = listShipped(checkout).filter((file) => {
    const features = findImports(file).flatMap(
      ({ from }) => /^apps\/console\/src\/features\/([^/]+)/.exec(from)?.[1] ?? [],
    );
    return !file.path.includes("/features/") && new Set(features).size >= 3;
  });
  return String(hubs.length);
}

function takeMembers({ product, planned }: Checkout): string {
  const values = findUnproducedMembers(product, planned).map(
    ({ message }) => /"([^"]+)" of (\w+)/.exec(message)?.slice(1).reverse().join(".") ?? "",
  );
  return values.length === 0 ? "0" : `${values.length}: ${values.join(", ")}`;
}
