import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { sendOrder } from "../../supervisor/orders/send-order.ts";
import { orderSocketOf } from "../../supervisor/scope.ts";
import {
  findPart,
  requireRunningStation,
  type RunningStation,
} from "../context/running-station.ts";
import { type CommandContext, CommandError, type Subcommand } from "../context/subcommand.ts";

/**
 * The signals for parts whose supervisor accepts no orders. With SIGUSR2 the exchange ends without
 * BYE, and its next start continues the calls.
 */
const signals: Partial<Record<string, NodeJS.Signals>> = { server: "SIGTERM", exchange: "SIGUSR2" };
const CHECK_EVERY_MS = 100;
const ASK_TIMEOUT_MS = 3_000;
const RESTART_TIMEOUT_MS = 60_000;

/**
 * Makes the supervisor replace the exchange with a successor. To restart the server, the command
 * ends the server's process, and the supervisor starts the server again.
 */
export const restart: Subcommand = {
  name: "restart",
  usage: "server|exchange",
  summary: "Restarts one part of the station. The other parts continue.",
  details: [
    "Calls continue. The new exchange loads beside the running one, so callers hear nothing for about a",
    "quarter of a second, and the lines of browsers return by themselves. When the new exchange does not",
    "load, the running one stays. With KEEP_CALLS=off a restart of the exchange ends the calls.",
  ],
  options: {},
  async run({ args, env, print, printJson, signal }) {
    const [name = ""] = args;
    if (signals[name] === undefined) {
      throw new CommandError('"linedesk restart" needs the part: server or exchange.');
    }
    const station = await requireRunningStation(env);
    const before = findPart(station, name);
    if (before === null) {
      throw new CommandError(`The ${name} is not running, or is being restarted already.`);
    }
    if (name !== "exchange" || !(await orderRestart(station))) {
      process.kill(before, signals[name]);
    }
    const now = await untilBack(async () => {
      const pid = findPart(await requireRunningStation(env), name);
      return pid !== null && pid !== before && (await isReady(env)) ? pid : null;
    }, signal);
    print(`The ${name} runs again, as process ${now}.`);
    printJson({ part: name, pid: now });
    return 0;
  },
};

/**
 * Returns false when the supervisor accepts no orders. Throws `CommandError` when the new exchange
 * does not start.
 */
async function orderRestart({ dataDir, exchange }: RunningStation): Promise<boolean> {
  const path = join(dataDir, orderSocketOf(exchange === null ? "station" : "exchange"));
  const answer = await sendOrder(path, { order: "restart", part: "exchange" });
  if (answer !== null && "code" in answer) {
    throw new CommandError(answer.message);
  }
  return answer !== null;
}

/**
 * Waits until the part runs again, and returns its process id. Throws `CommandError` when the part
 * does not start again.
 */
async function untilBack(
  findProcess: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<number> {
  const end = performance.now() + RESTART_TIMEOUT_MS;
  for (;;) {
    const pid = await findProcess();
    if (pid !== null) {
      return pid;
    }
    if (performance.now() > end) {
      throw new CommandError(
        `The station is not ready after ${RESTART_TIMEOUT_MS / 1_000} s. "linedesk status" shows why.`,
      );
    }
    await wait(CHECK_EVERY_MS, undefined, { signal });
  }
}

async function isReady(env: CommandContext["env"]): Promise<boolean> {
  const { server } = await requireRunningStation(env);
  if (server === null) {
    return true;
  }
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    return (await fetch(`${server.internalUrl}/api/health/parts`, { signal })).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
