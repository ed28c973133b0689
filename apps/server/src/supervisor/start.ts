import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { runSupervisor } from "./run-supervisor.ts";

/**
 * V8 by default shrinks the space for new objects of an idle process to 1 MB. The server's checks
 * fill this space every second, so V8 would collect garbage every second, on five threads. An
 * exchange that starts again would spend a sixth of its time on garbage collection.
 */
const PART_OPTIONS = ["--min-semi-space-size=8"];

/** Returns the arguments that start a part's bundle, next to the supervisor in `dist`. */
function program(name: string): string[] {
  return [
    ...PART_OPTIONS,
    "--enable-source-maps",
    "--import",
    pathToFileURL(join(import.meta.dirname, "parent-watch.js")).href,
    join(import.meta.dirname, name),
  ];
}

void runSupervisor({
  server: program("server.js"),
  exchange: program("exchange.js"),
});
