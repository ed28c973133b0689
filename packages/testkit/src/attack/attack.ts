import type { Target } from "./target.ts";

/** An attempt that the station must refuse. */
export interface Attack {
  name: string;
  /** Returns a report of the attempt. Throws `BreachError` if the attack succeeded. */
  run: (target: Target) => Promise<string>;
}

/** An attack succeeded. */
export class BreachError extends Error {
  override name = "BreachError";
}

/** Throws `BreachError` with the description `reached` if `holds` is false. */
export function mustHold(holds: boolean, reached: string): void {
  if (!holds) {
    throw new BreachError(reached);
  }
}
