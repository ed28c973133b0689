import type { Target } from "./target.ts";

/** Something that nobody may succeed with. */
export interface Attack {
  name: string;
  /** Answers what was tried; throws `BreachError` where it worked. */
  run: (target: Target) => Promise<string>;
}

/** An attack worked. */
export class BreachError extends Error {
  override name = "BreachError";
}

/** The defence must hold; else the words say what was reached. */
export function mustHold(holds: boolean, reached: string): void {
  if (!holds) {
    throw new BreachError(reached);
  }
}
