import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { findRootFolder } from "../config/root-folder.ts";
import { runSupervisor } from "./run-supervisor.ts";

const { path: root } = findRootFolder();

/** The supervisor with the parts run from their sources. */
function program(source: string): string[] {
  return [
    "--import",
    import.meta.resolve("tsx"),
    "--import",
    pathToFileURL(join(import.meta.dirname, "parent-watch.ts")).href,
    join(root, source),
  ];
}

runSupervisor({
  server: program("apps/server/src/main.ts"),
  exchange: program("apps/exchange/src/main.ts"),
});
