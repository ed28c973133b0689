import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PAGING = new Set(["PageSize", "Page", "PageToken"]);

export interface SupportRow {
  /** As the table has it, below the account; `{...}` stand for ids. */
  path: string;
  methods: string[];
  parameters: string[];
}

function page() {
  return readFileSync(new URL("../../../../docs/exchange-rest.md", import.meta.url), "utf8");
}

function rowsUnder(heading: string): string[][] {
  const [, after = ""] = page().split(`\n${heading}\n`);
  const [, ...lines] = after.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What the page says is supported. */
export function supportedRows(): SupportRow[] {
  return rowsUnder("| Resource | Method | Parameters | Notes |").flatMap(readRow);
}

/** Several paths may share a line. */
function readRow([paths = "", methods = "", parameters = ""]: string[]): SupportRow[] {
  return paths.split(", ").map((path) => ({
    path: path === "(the account)" ? "" : path.replaceAll("`", ""),
    methods: methods.split(", "),
    parameters: parameters.split(", ").filter(Boolean),
  }));
}

/** The parameters of Twilio's that the page says are refused, by path and method. */
export function refusedRows(): SupportRow[] {
  return rowsUnder("| Resource | Method | Not supported | Answer |").flatMap(readRow);
}

/** The parameters of Twilio's that the page says change nothing. */
export function ignoredRows(): SupportRow[] {
  return rowsUnder("| Resource | Method | Ignored |").flatMap(readRow);
}

/** The paths that the page says are not there. */
export function unsupportedPaths(): string[] {
  return rowsUnder("| Not supported | Answer |").flatMap(([paths = ""]) =>
    [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  );
}

/** What the page says is the same of every record: of which, the field, its value. */
export function fixedFields(): [of: string, field: string, value: unknown][] {
  return rowsUnder("| Of | Field | Value |").flatMap(([of = "", fields = "", value = ""]) =>
    of
      .split(", ")
      .flatMap((one) =>
        fields
          .split(", ")
          .map((field): [string, string, unknown] => [
            one,
            field,
            JSON.parse(value.replaceAll("`", "")),
          ]),
      ),
  );
}

/** The codes that the page says requests are refused with. */
export function refusalCodes(): number[] {
  const answers = rowsUnder("| Case | Answer |").map(([, answer = ""]) => answer);
  return [...new Set(answers.join(" ").match(/\b[12]\d{4}\b/g))].map(Number);
}

/** Ids are alike, whatever they are called. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\$?\{[^}]*\}/g, "*");
}

type Method = "GET" | "POST" | "DELETE";

/** What can be sent to one path, by method. */
export type Offer = Partial<Record<Method, string[]>>;

/** All that Twilio's own client can ask for: shapes of paths, with the names it can send there. */
export function twilioPaths(): Map<string, Offer> {
  const paths = new Map<string, Offer>();
  const package_ = createRequire(import.meta.url).resolve("twilio/package.json");
  const folder = join(dirname(package_), "lib/rest/api/v2010");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    // A file has a list, and often a class for one thing of it; each has a path of its own.
    for (const part of readFileSync(join(folder, file), "utf8").split(/^(?=class |function \w)/m)) {
      const [, uri] = /_uri = `([^`]+)\.json`/.exec(part) ?? [];
      if (uri === undefined) {
        continue;
      }
      const shape = shapeOf(uri.replace(/^\/Accounts\/\$\{[^}]*\}/, ""));
      paths.set(shape, merged(paths.get(shape) ?? {}, offerOf(part)));
    }
  }
  return paths;
}

const METHOD_OF: Readonly<Record<string, Method>> = {
  create: "POST",
  update: "POST",
  page: "GET",
  fetch: "GET",
  remove: "DELETE",
};

const METHOD_BEGINS = /^(?= {4}(?:instance\.)?(?:create|update|page|fetch|remove)(?:\(| = ))/m;

function offerOf(part: string): Offer {
  const offer: Offer = {};
  for (const text of part.split(METHOD_BEGINS)) {
    const [, name = ""] = /^ {4}(?:instance\.)?(\w+)(?:\(| = )/.exec(text) ?? [];
    const method = METHOD_OF[name];
    if (method === undefined) {
      continue;
    }
    const sent = [...text.matchAll(/data\["([^"]+)"\]/g)].map(([, sentName = ""]) => sentName);
    offer[method] = [...new Set(sent)].filter((each) => !PAGING.has(each));
  }
  return offer;
}

function merged(one: Offer, other: Offer): Offer {
  function of(method: Method) {
    return [...new Set([...(one[method] ?? []), ...(other[method] ?? [])])];
  }
  return { GET: of("GET"), POST: of("POST"), DELETE: of("DELETE") };
}
