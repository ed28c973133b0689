import type { Target } from "./target.ts";

/** An action that must fail for everybody. */
export interface Attack {
  name: string;
  /** Returns a report of the attempt; throws `BreachError` where the attack worked. */
  run: (target: Target) => Promise<string>;
}

/** An attack worked. */
export class BreachError extends Error {
  override name = "BreachError";
}

/** Throws `BreachError` with the reached object unless the defence held. */
export function mustHold(holds: boolean, reached: string): void {
  if (!holds) {
    throw new BreachError(reached);
  }
}
