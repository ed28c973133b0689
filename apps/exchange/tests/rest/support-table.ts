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

const page = () =>
  readFileSync(new URL("../../../../docs/exchange-rest.md", import.meta.url), "utf8");

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
  return rowsUnder("| Resource | Method | Parameters | Notes |").map(
    ([path = "", methods = "", parameters = ""]) => ({
      path: path === "(the account)" ? "" : path.replaceAll("`", ""),
      methods: methods.split(", "),
      parameters: parameters.split(", ").filter(Boolean),
    }),
  );
}

/** The paths that the page says are not there. */
export function unsupportedPaths(): string[] {
  return rowsUnder("| Not supported | Answer |").flatMap(([paths = ""]) =>
    [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  );
}

/** Ids are alike, whatever they are called. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\$?\{[^}]*\}/g, "*");
}

/** All that Twilio's own client can ask for: shapes of paths, with the names it can send there. */
export function twilioPaths(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const package_ = createRequire(import.meta.url).resolve("twilio/package.json");
  const folder = join(dirname(package_), "lib/rest/api/v2010");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(folder, file), "utf8");
    const names = [...text.matchAll(/data\["([^"]+)"\]/g)].map(([, name = ""]) => name);
    const sent = [...new Set(names)].filter((name) => !PAGING.has(name));
    for (const [, uri = ""] of text.matchAll(/_uri = `([^`]+)\.json`/g)) {
      const shape = shapeOf(uri.replace(/^\/Accounts\/\$\{[^}]*\}/, ""));
      paths.set(shape, [...new Set([...(paths.get(shape) ?? []), ...sent])]);
    }
  }
  return paths;
}
