import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findRootFolder } from "../root-folder.ts";
import { runSupervisor } from "./run.ts";

const { path: root } = findRootFolder();

/** The supervisor with the parts run from their sources. */
const program = (source: string): string[] => [
  "--import",
  import.meta.resolve("tsx"),
  "--import",
  pathToFileURL(join(import.meta.dirname, "parent-watch.ts")).href,
  join(root, source),
];

/** For who restarts its parts when their sources change. */
export const supervisor = runSupervisor({
  server: program("apps/server/src/main.ts"),
  exchange: program("apps/exchange/src/main.ts"),
});
