import { createInterface } from "node:readline";

import type { Logger } from "pino";

import { announceLoaded } from "@linedesk/base";

const SUCCESSOR = "--successor";
/** The line that the supervisor writes when the previous exchange has ended. */
const TAKE_OVER = "take over";

/** Returns true for an exchange that starts beside the running one, to continue its calls. */
export function isSuccessor(words: readonly string[]): boolean {
  return words.includes(SUCCESSOR);
}

/**
 * Reports to the supervisor that this successor has loaded, and resolves at the supervisor's order.
 * The end of standard input ends the process, as in every part of a station.
 */
export async function awaitTakeOver(logger: Logger): Promise<void> {
  logger.info("exchange successor loaded");
  const lines = createInterface({ input: process.stdin });
  announceLoaded();
  await new Promise<void>((resolve) => {
    lines.on("line", (line) => {
      if (line === TAKE_OVER) {
        resolve();
      }
    });
  });
  logger.info("exchange successor taking over");
  // The watch of the supervisor's end reads on.
  lines.removeAllListeners();
}
