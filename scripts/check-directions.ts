/**
 * Who may import whom, beyond what the linter's own rules can say: which folder reaches which, SQL
 * only in stores, and each third-party telephony or media library in one file. Run by
 * `npm run check`; prints one line for each breach and exits with 1.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

interface Import {
  from: string;
  isType: boolean;
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/g;

/** What a file imports; relative paths are resolved against the repository's root. */
export const importsOf = ({ path, text }: SourceFile): Import[] =>
  [...text.matchAll(importPattern)].map(([, type, from = ""]) => ({
    from: from.startsWith(".") ? posix.join(posix.dirname(path), from) : from,
    isType: type !== undefined,
  }));

/** Each is imported, as a value, by exactly one file of an app or package. */
const oneImporter = [
  "node-datachannel",
  "@twilio/voice-sdk",
  "pusher-js",
  "pusher",
  "twilio",
  "mpg123-decoder",
  "wasm-media-encoders",
  "openid-client",
  "saxes",
  "pg-boss",
];

const isTest = (path: string): boolean => /\.test\.tsx?$|\/tests\//.test(path);

const breachesOfLibraries = (files: SourceFile[]): string[] =>
  oneImporter.flatMap((library) => {
    const importers = files
      .filter((file) => !isTest(file.path) && !file.path.startsWith("packages/testkit/"))
      .filter((file) => importsOf(file).some((one) => one.from === library && !one.isType))
      .map((file) => file.path);
    return [...byOwner(importers).values()]
      .filter((paths) => paths.length > 1)
      .map((paths) => `${library} is imported by more than one file: ${paths.join(", ")}`);
  });

const byOwner = (paths: string[]): Map<string, string[]> => {
  const owners = new Map<string, string[]>();
  for (const path of paths) {
    const owner = path.split("/").slice(0, 2).join("/");
    owners.set(owner, [...(owners.get(owner) ?? []), path]);
  }
  return owners;
};

const consoleSource = "apps/console/src/";
const below: Record<string, string[]> = {
  features: ["features", "client", "ui", "lib"],
  client: ["client", "features", "ui", "lib", "testing"],
  ui: ["ui", "lib"],
  lib: ["lib"],
};

const layerOf = (path: string): string => path.slice(consoleSource.length).split("/")[0] ?? "";

const breachesOfConsole = (file: SourceFile): string[] => {
  if (!file.path.startsWith(consoleSource)) return [];
  const layer = layerOf(file.path);
  const allowed = below[layer];
  if (allowed === undefined) return [];
  return importsOf(file)
    .filter((one) => one.from.startsWith(consoleSource))
    .filter(({ from, isType }) => {
      if (layerOf(from) === "features") return layer === "ui" || layer === "lib";
      // Messages are typed from the app's catalogue: types alone may point up.
      return !allowed.includes(layerOf(from)) && !isType;
    })
    .map(({ from }) => `${file.path} imports ${from}: ${layer} may import ${allowed.join(", ")}`);
};

const server = "apps/server/src/";
const sql = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;
const mayHoldSql = (path: string): boolean =>
  isTest(path) || path.includes("/platform/db/") || /(?:-store|-migration|-tables)\.ts$/.test(path);

const breachesOfServer = (file: SourceFile): string[] => {
  if (!file.path.startsWith(server)) return [];
  const found: string[] = [];
  if (!mayHoldSql(file.path) && sql.test(file.text))
    found.push(`${file.path} holds SQL: that belongs in a *-store.ts`);
  if (isTest(file.path)) return found;
  for (const { from, isType } of importsOf(file))
    if (
      from.startsWith(server) &&
      from.endsWith("-store.ts") &&
      !isType &&
      !isOwnStore(file.path, from)
    )
      found.push(`${file.path} imports ${from}: another feature is reached through its rules`);
  return found;
};

/** The folder directly below `src` that a file of the server stands in; "" for the wiring. */
const featureOf = (path: string): string =>
  path.slice(server.length).split("/").slice(0, -1)[0] ?? "";

/** The wiring (files directly in `src`) makes all stores; `db` and `realtime` are everybody's base. */
const isOwnStore = (file: string, store: string): boolean =>
  featureOf(file) === "" ||
  featureOf(file) === featureOf(store) ||
  ["platform/", "callers/", "people/"].some((base) => store.startsWith(server + base));

export const breachesOf = (files: SourceFile[]): string[] => [
  ...breachesOfLibraries(files),
  ...files.flatMap(breachesOfConsole),
  ...files.flatMap(breachesOfServer),
];

const readSources = (root: string): SourceFile[] =>
  ["apps", "packages"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => posix.join(top, path))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );

const main = (): void => {
  const breaches = breachesOf(readSources(join(import.meta.dirname, "..")));
  for (const breach of breaches) console.error(breach);
  console.log(`directions: ${breaches.length === 0 ? "kept" : `${breaches.length} breaches`}`);
  if (breaches.length > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
