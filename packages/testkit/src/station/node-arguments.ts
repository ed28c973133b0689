import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The programs that tests start as separate processes. */
const SOURCES = {
  start: "apps/server/src/supervisor/start-dev.ts",
  linedesk: "apps/server/src/command/main.ts",
  server: "apps/server/src/main.ts",
  exchange: "apps/exchange/src/main.ts",
  "audio-server": "apps/audio-server/src/main.ts",
  "exchange-alone": "apps/exchange/src/standalone.ts",
  "demo-calls": "packages/testkit/src/demo-calls/main.ts",
  "voice-child": "packages/testkit/src/voice-client/child.ts",
};

/** Returns the root of the repository, which contains the programs. It works from a bundle too. */
export function findRoot(from: string = import.meta.dirname): string {
  return existsSync(join(from, "package-lock.json")) ? from : findRoot(dirname(from));
}

/**
 * Returns Node's arguments that run a program. It uses the bundle that a test run has built, which
 * needs much less processor time, or else the sources.
 */
export function nodeArguments(program: keyof typeof SOURCES): string[] {
  const built = process.env["LINEDESK_BUILT_PARTS"];
  return built === undefined
    ? ["--import", import.meta.resolve("tsx"), join(findRoot(), SOURCES[program])]
    : ["--enable-source-maps", join(built, `${program}.js`)];
}
