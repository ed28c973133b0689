import type { Refusal } from "@linedesk/contract";
import { ApiError, type FieldRefusals } from "./errors.ts";

/** What the person saw of a thing; a field that is left out was not seen. */
export type Seen<T> = { [Field in keyof T]?: T[Field] | undefined };

interface Change<T> {
  before: T;
  wanted: T;
  /** What the person saw; what is not named here is written as it is wanted. */
  seen: Seen<T> | undefined;
}

/**
 * Who changes one field writes over none that somebody else has changed since: such a field stays.
 * Throws `conflict` with what is there now where both have changed the same field to other values.
 */
export function mergeChanges<T extends object>({ before, wanted, seen = {} }: Change<T>): T {
  const merged = { ...wanted };
  const fields: FieldRefusals = {};
  for (const field of Object.keys(seen) as (keyof T & string)[]) {
    if (isSame(wanted[field], seen[field])) {
      merged[field] = before[field];
    } else if (!isSame(before[field], seen[field]) && !isSame(before[field], wanted[field])) {
      fields[field] = describe(before[field]);
    }
  }
  if (Object.keys(fields).length > 0) {
    const names = Object.keys(fields).join(", ");
    throw new ApiError({ reason: "changed_meanwhile", params: { fields: names } }, { fields });
  }
  return merged;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function describe(value: unknown): Refusal {
  const isPlain = ["string", "number", "boolean"].includes(typeof value);
  return isPlain ? { reason: "was_changed_to", params: { value: String(value) } } : "was_changed";
}
