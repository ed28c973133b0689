import { setTimeout as wait } from "node:timers/promises";

import { findPart, requireRunningStation } from "../context/running-station.ts";
import { type CommandContext, CommandError, type Verb } from "../context/verb.ts";

/** With SIGUSR2 the exchange ends without a word to the callers, and its next start continues. */
const signals: Partial<Record<string, NodeJS.Signals>> = { server: "SIGTERM", exchange: "SIGUSR2" };
const LOOK_EVERY_MS = 100;
const ASK_TIMEOUT_MS = 3_000;
const RESTART_TIMEOUT_MS = 60_000;

/** Ends one part in order; its supervisor starts it again. */
export const restart: Verb = {
  name: "restart",
  usage: "server|exchange",
  summary: "Restarts one part of the station and leaves the other parts.",
  details: [
    "Calls continue. During a restart of the exchange callers hear nothing for about a second, and the",
    "lines of browsers return by themselves. With KEEP_CALLS=off it ends the calls.",
  ],
  options: {},
  async run({ args, env, print, printJson, signal }) {
    const [name = ""] = args;
    if (signals[name] === undefined) {
      throw new CommandError('"linedesk restart" needs the part: server or exchange.');
    }
    const before = findPart(await requireRunningStation(env), name);
    if (before === null) {
      throw new CommandError(`The ${name} is not running, or is being restarted already.`);
    }
    process.kill(before, signals[name]);
    const now = await untilBack(async () => {
      const pid = findPart(await requireRunningStation(env), name);
      return pid !== null && pid !== before && (await isReady(env)) ? pid : null;
    }, signal);
    print(`The ${name} runs again, as process ${now}.`);
    printJson({ part: name, pid: now });
    return 0;
  },
};

/** Waits until the process of the part is known. Throws `CommandError` when it does not come back. */
async function untilBack(look: () => Promise<number | null>, signal: AbortSignal): Promise<number> {
  const end = performance.now() + RESTART_TIMEOUT_MS;
  for (;;) {
    const pid = await look();
    if (pid !== null) {
      return pid;
    }
    if (performance.now() > end) {
      throw new CommandError(
        `The station is not ready after ${RESTART_TIMEOUT_MS / 1_000} s. "linedesk status" shows why.`,
      );
    }
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function isReady(env: CommandContext["env"]): Promise<boolean> {
  const { server } = await requireRunningStation(env);
  if (server === null) {
    return true;
  }
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    return (await fetch(`${server.internalUrl}/api/health/ready`, { signal })).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
