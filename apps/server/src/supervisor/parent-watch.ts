import { isMainThread } from "node:worker_threads";

import { startHeartbeat } from "./heartbeat/start-heartbeat.ts";

/** A part that does not end by itself in this time is killed. */
const GRACE_MS = 10_000;

/**
 * Loaded before a part's own code (`node --import`). The supervisor holds the other end of standard
 * input. When standard input closes, the supervisor has ended for some reason, and the part ends
 * too.
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
 * already sent its own signal. Otherwise it was killed, and the next supervisor starts the part
 * again, so the exchange leaves its calls to that start.
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
