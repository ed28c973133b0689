import { isMainThread } from "node:worker_threads";

import { startHeartbeat } from "./heartbeat/start-heartbeat.ts";

/** A part that does not end by itself in this time is killed. */
const GRACE_MS = 10_000;

/**
 * Ends this part when its supervisor ends. The supervisor has the other end of standard input, so
 * standard input closes when the supervisor ends for any reason. `node --import` loads this file
 * before the part's own code.
 */
function watchParent(): void {
  process.stdin.on("error", endPart);
  process.stdin.on("end", endPart);
  process.stdin.resume();
  // This watch must not keep the process alive by itself.
  if ("unref" in process.stdin) {
    process.stdin.unref();
  }
}

/**
 * Ends the part after its supervisor has ended. A supervisor that ends in an orderly way has
 * already sent its own signal. Otherwise the supervisor was killed. SIGUSR2 then makes the exchange
 * keep its calls until the next supervisor starts it again.
 */
function endPart(): void {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, process.listenerCount("SIGUSR2") > 0 ? "SIGUSR2" : "SIGTERM");
}

// Worker threads load this file too, and have no standard input of their own.
if (isMainThread) {
  watchParent();
  // Until the part's own code handles SIGHUP, Node would end the part at this signal.
  process.on("SIGHUP", () => undefined);
  startHeartbeat();
}
