import type { EventEmitter } from "node:events";

/**
 * A reader may end before the output does, as `head` does in `linedesk status | head -3`. The
 * command then still finishes its work, such as a backup, and keeps its exit code.
 */
export function ignoreClosedPipe(output: EventEmitter): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      throw error;
    }
  });
}
