import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Programs that tests start as processes of their own. */
const SOURCES = {
  start: "apps/server/src/supervisor/start-dev.ts",
  exchange: "apps/exchange/src/main.ts",
  "audio-server": "apps/audio-server/src/main.ts",
  "exchange-alone": "apps/exchange/src/standalone.ts",
  "demo-calls": "packages/testkit/src/demo-calls/main.ts",
  "voice-child": "packages/testkit/src/voice-client/child.ts",
};

/** The root of the repository, where the programs are; of a bundle too. */
export function findRoot(from: string = import.meta.dirname): string {
  return existsSync(join(from, "package-lock.json")) ? from : findRoot(dirname(from));
}

/**
 * What Node is started with to run a program: what a run of tests has built, which costs a fraction
 * of the processor's time, or the sources as they stand.
 */
export function nodeArguments(program: keyof typeof SOURCES): string[] {
  const built = process.env["LINEDESK_BUILT_PARTS"];
  return built === undefined
    ? ["--import", import.meta.resolve("tsx"), join(findRoot(), SOURCES[program])]
    : ["--enable-source-maps", join(built, `${program}.js`)];
}
