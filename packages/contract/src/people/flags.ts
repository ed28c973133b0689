import * as z from "zod/mini";

import { call, flagKind, seenFlag } from "../calls/calls.ts";
import { flagIcon } from "../calls/flag-icon.ts";
import { endpoint } from "../platform/endpoint.ts";

/** The effect on a caller: none, the end of the queue, or a blocked call. */
export const flagEffects = ["mark", "to_back", "block"] as const;
export const flagEffect = z.enum(flagEffects);
export type FlagEffect = z.output<typeof flagEffect>;

/** The limit of flags in a station. */
export const MOST_STATION_FLAGS = 200;

export const stationFlag = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.string(),
  icon: z.nullable(flagIcon),
  kind: flagKind,
  effect: flagEffect,
  hiddenByDefault: z.boolean(),
});
export type StationFlag = z.output<typeof stationFlag>;

/**
 * Returns true for a flag of the kind `banned` or with the effect `block`. A change of such a flag
 * needs the permission `desk`.
 */
export function isBan({ kind, effect }: Pick<StationFlag, "kind" | "effect">): boolean {
  return kind === "banned" || effect === "block";
}

export const listFlags = endpoint("GET /station/{id}/flags", {
  id: "listFlags",
  summary: "The station's flags, by name",
  access: { type: "permission", permission: "screen" },
  params: z.object({ id: z.uuid() }),
  answer: z.array(stationFlag),
});

/** The request names a call, so that a caller with a withheld number can be flagged too. */
export const flagCaller = endpoint("POST /caller/flag", {
  id: "flagCaller",
  summary: "Set or remove a flag on the caller of a call, with its reason",
  access: { type: "thing", permission: "screen" },
  body: z.object({
    call: z.uuid(),
    flag: z.uuid(),
    carried: z.boolean(),
    reason: z.optional(z.string().check(z.maxLength(500))),
    /** The time at which the flag expires; `null` when a person must remove it. */
    until: z.optional(z.nullable(z.iso.datetime())),
    seen: z.optional(seenFlag),
  }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});
