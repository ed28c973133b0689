import { constants, setPriority } from "node:os";
import { createInterface } from "node:readline";

import type { Logger } from "pino";

import { announceLoaded } from "@linedesk/base";

const SUCCESSOR = "--successor";
/** The line that the supervisor writes when the previous exchange has ended. */
const TAKE_OVER = "take over";

/**
 * Callers hear nothing during a take-over, so this thread has a higher priority than other work.
 */
const URGENT = -10;

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
  prioritize(URGENT);
  logger.info("exchange successor taking over");
  // The watch that detects the end of the supervisor continues to read standard input.
  lines.removeAllListeners();
}

/** The calls have their sound again, so this thread no longer needs the higher priority. */
export function finishTakeOver(): void {
  prioritize(constants.priority.PRIORITY_NORMAL);
}

/** Linux gives the priority to the main thread only, whose id is that of the process. */
function prioritize(priority: number): void {
  try {
    setPriority(process.pid, priority);
  } catch {
    // Without the right to raise the priority, a take-over takes longer on a busy machine.
  }
}
