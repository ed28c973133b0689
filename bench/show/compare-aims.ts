import type { BookedAct } from "./accounts.ts";
import type { Aim } from "./hand.ts";

export interface AimCounts {
  aimed: number;
  /** The action reached the intended caller. */
  right: number;
  /** The caller had hung up, or a colleague was faster, so Next took another caller or nobody. */
  overtaken: number;
  /** The action had no effect. */
  nothing: number;
  /** The action reached another caller: the person, the action and the caller. */
  wrong: string[];
}

function keyOf(person: string, does: string, number: string): string {
  return `${person} ${does} ${number}`;
}

/** Compares the intended actions with the recorded ones. */
export function compareAims(aims: readonly Aim[], acts: readonly BookedAct[]): AimCounts {
  const wanted = new Set(aims.map((aim) => keyOf(aim.person, aim.does, aim.caller.number)));
  const done = new Set(acts.map((act) => keyOf(act.person, act.does, act.number)));
  const missed = aims.filter((aim) => !done.has(keyOf(aim.person, aim.does, aim.caller.number)));
  const unasked = acts.filter((act) => !wanted.has(keyOf(act.person, act.does, act.number)));
  const wrong: string[] = [];
  let overtaken = 0;
  for (const key of new Set(unasked.map((act) => keyOf(act.person, act.does, act.number)))) {
    if (key.includes(" taken ") && missed.some(({ person }) => key.startsWith(person))) {
      overtaken += 1;
    } else {
      wrong.push(key);
    }
  }
  const right = aims.length - missed.length;
  return { aimed: aims.length, right, overtaken, wrong, nothing: missed.length - overtaken };
}
