import { basename } from "node:path";

type RuleMark = "planned" | "by review" | "none";

export interface Rule {
  id: string;
  mark: RuleMark;
  /** The place of the rule, `file:line`, for the message. */
  at: string;
  text: string;
}

const RULE_LINE = /^- \[([A-Z]{2}\d+)\] (planned: |by review: )?(.*)/;

export function readRules(file: string, text: string): Rule[] {
  return text.split("\n").flatMap((line, index) => {
    const match = RULE_LINE.exec(line);
    if (!match?.[1]) {
      return [];
    }
    const [, id, mark, words = ""] = match;
    return [{ id, mark: readMark(mark), at: `${file}:${index + 1}`, text: words }];
  });
}

function readMark(written: string | undefined): RuleMark {
  if (written === "planned: ") {
    return "planned";
  }
  return written === "by review: " ? "by review" : "none";
}

/** Returns the text without the mark `planned:` at every rule that a test quotes. */
export function markProven(text: string, quoted: ReadonlySet<string>): string {
  return text
    .split("\n")
    .map((line) => {
      const match = RULE_LINE.exec(line);
      const isProven = match?.[2] === "planned: " && quoted.has(match[1] ?? "");
      return isProven ? line.replace("] planned: ", "] ") : line;
    })
    .join("\n");
}

/** Returns the rules of each page of the specification, by the page's name. */
function groupByPage(rules: Rule[]): [page: string, rules: Rule[]][] {
  const pages = new Map<string, Rule[]>();
  for (const rule of rules) {
    const page = basename(rule.at.replace(/:\d+$/, ""), ".md");
    pages.set(page, [...(pages.get(page) ?? []), rule]);
  }
  return [...pages];
}

/** Returns one short line for each page, and one for all pages together. */
export function summarise(rules: Rule[]): string[] {
  const pages = groupByPage(rules);
  const width = Math.max(0, ...pages.map(([page]) => page.length));
  return [
    ...pages.map(([page, own]) => `  ${page.padEnd(width)}  ${describeCounts(own)}`),
    `rules: ${describeCounts(rules)}`,
  ];
}

function describeCounts(rules: Rule[]): string {
  const counts = (["none", "planned", "by review"] as const).map((mark) => ({
    name: mark === "none" ? "proven" : mark,
    count: rules.filter((rule) => rule.mark === mark).length,
  }));
  const marks = counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`);
  return [String(rules.length), ...marks].join(", ");
}

/** Returns the rules that are not built yet, page by page. */
export function listPlanned(rules: Rule[]): string[] {
  const planned = rules.filter(({ mark }) => mark === "planned");
  return groupByPage(planned).flatMap(([page, own]) => [
    `${page} (${own.length})`,
    ...own.map(({ id, text }) => `  [${id}] ${text}`),
  ]);
}
