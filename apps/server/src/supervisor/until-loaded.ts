import type { SuccessorProcess } from "./running-process.ts";
import { StartError, toExitError } from "./start-error.ts";

/** A successor that has not loaded after this time is ended, and the running process stays. */
const LOAD_TIMEOUT_MS = 60_000;

/**
 * Waits until the successor of a part has loaded. If it ends or takes too long, this function ends
 * it and throws `StartError`. The running process is not affected.
 */
export async function untilLoaded(
  name: string,
  successor: SuccessorProcess,
  timeoutMs = LOAD_TIMEOUT_MS,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  const outcome = await Promise.race([
    successor.loaded.then(() => "loaded" as const),
    successor.ended.then((words) => ({ words })),
    late,
  ]);
  clearTimeout(timer);
  if (outcome === "loaded") {
    return;
  }
  successor.kill();
  const stays = `The running ${name} continues unchanged.`;
  if (outcome === "late") {
    const seconds = Math.round(timeoutMs / 1_000);
    throw new StartError(`The new ${name} has not loaded within ${seconds} s. ${stays}`);
  }
  throw new StartError(`${toExitError(`new ${name}`, outcome.words).message} ${stays}`);
}
