import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { findRootFolder } from "@linedesk/base";
import { runSupervisor } from "./run-supervisor.ts";
import type { Supervisor } from "./supervisor.ts";

const { path: root } = findRootFolder();

function program(source: string): string[] {
  return [
    "--import",
    import.meta.resolve("tsx"),
    "--import",
    pathToFileURL(join(import.meta.dirname, "parent-watch.ts")).href,
    join(root, source),
  ];
}

export function startDev(): Promise<Supervisor> {
  return runSupervisor({
    server: program("apps/server/src/main.ts"),
    exchange: program("apps/exchange/src/main.ts"),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  void startDev();
}
