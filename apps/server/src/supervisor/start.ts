import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { runSupervisor } from "./run-supervisor.ts";

/** Returns the arguments that start a part's bundle, next to the supervisor in `dist`. */
function program(name: string): string[] {
  return [
    "--enable-source-maps",
    "--import",
    pathToFileURL(join(import.meta.dirname, "parent-watch.js")).href,
    join(import.meta.dirname, name),
  ];
}

void runSupervisor({ server: program("server.js"), exchange: program("exchange.js") });
