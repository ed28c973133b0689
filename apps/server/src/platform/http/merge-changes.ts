import type { Refusal } from "@linedesk/contract";
import { ApiError, type FieldRefusals } from "./errors.ts";

/** The values that the person saw. A field that is absent was not seen. */
export type Seen<T> = { [Field in keyof T]?: T[Field] | undefined };

interface Change<T> {
  before: T;
  wanted: T;
  /** The values that the person saw. Fields that were not seen are written as requested. */
  seen: Seen<T> | undefined;
}

/**
 * Merges a person's change and keeps fields that another person has changed since the first person
 * saw them. Throws `conflict` with the current values when both changed a field differently.
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
