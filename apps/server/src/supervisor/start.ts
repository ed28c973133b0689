import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { runSupervisor } from "./run-supervisor.ts";

/** The supervisor as it stands in `dist`, beside the bundles of the parts. */
function program(name: string): string[] {
  return [
    "--enable-source-maps",
    "--import",
    pathToFileURL(join(import.meta.dirname, "parent-watch.js")).href,
    join(import.meta.dirname, name),
  ];
}

void runSupervisor({ server: program("server.js"), exchange: program("exchange.js") });
