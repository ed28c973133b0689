import * as z from "zod/mini";

import { flagKind } from "../calls/calls.ts";
import { flagIcon } from "../calls/flag-icon.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { shownRefusal } from "../platform/error-reasons.ts";
import { flagEffect, MOST_STATION_FLAGS, stationFlag } from "./flags.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });
const flagId = z.object({ id: z.uuid(), flag: z.uuid() });

export const flagLimits = { name: 50, flags: MOST_STATION_FLAGS, rows: 200 } as const;

/** A colour in CSS syntax. */
export const flagColour = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(7), z.regex(/^#[0-9a-f]{6}$/));

/** A flag with the fields that only the admin area shows. */
export const flagDetails = z.extend(stationFlag, {
  /**
   * Is true when the flag is not offered and has no effect until it is restored. Its callers keep
   * the flag.
   */
  retired: z.boolean(),
  carriers: z.number(),
});
export type FlagDetails = z.output<typeof flagDetails>;

const fields = {
  name: z.string().check(cleaned(), z.minLength(1), z.maxLength(flagLimits.name)),
  colour: flagColour,
  icon: z.nullable(flagIcon),
  kind: flagKind,
  effect: flagEffect,
  hiddenByDefault: z.boolean(),
};

export const listFlagDetails = endpoint("GET /admin/{id}/flags", {
  id: "listFlagDetails",
  summary: "The station's flags, including retired ones, with the number of callers of each",
  access,
  params: stationId,
  answer: z.object({ items: z.array(flagDetails), nextCursor: z.nullable(z.string()) }),
});

export const addFlag = endpoint("POST /admin/{id}/flags", {
  id: "addFlag",
  summary: "Add a flag",
  access,
  params: stationId,
  body: z.object(fields),
  answer: z.object({ flag: flagDetails }),
  errors: ["conflict"],
});

export const changeFlag = endpoint("PUT /admin/{id}/flags/{flag}", {
  id: "changeFlag",
  summary: "Change, retire or restore a flag",
  access,
  params: flagId,
  body: z.object({
    ...fields,
    retired: z.boolean(),
    /** The values that the person saw. A newer change of another person is not overwritten. */
    seen: z.optional(z.partial(z.object({ ...fields, retired: z.boolean() }))),
  }),
  answer: z.object({ flag: flagDetails }),
  errors: ["not_found", "conflict"],
});

export const removeFlag = endpoint("DELETE /admin/{id}/flags/{flag}", {
  id: "removeFlag",
  summary: "Remove a flag that no caller has",
  access,
  params: flagId,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found", "conflict"],
});

/**
 * A line of the file. The schema checks only its size. The answer reports all other errors by line.
 */
const text = z.string().check(z.maxLength(200));
const flagRow = z.object({
  line: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  name: text,
  colour: text,
  icon: text,
  kind: text,
  effect: text,
  hidden: text,
});
export type FlagRow = z.output<typeof flagRow>;

export const flagImportResult = z.object({
  added: z.number(),
  /** Lines that change nothing: the station has the flag, or the file has it twice. */
  known: z.array(z.object({ line: z.number(), name: z.string() })),
  bad: z.array(z.object({ line: z.number(), ...shownRefusal.shape })),
});
export type FlagImportResult = z.output<typeof flagImportResult>;

export const importFlags = endpoint("POST /admin/{id}/flags/import", {
  id: "importFlags",
  summary: "Add all valid lines of a file in one step; the answer lists the invalid lines",
  access,
  params: stationId,
  body: z.object({
    dryRun: z.boolean(),
    rows: z.array(flagRow).check(z.minLength(1), z.maxLength(flagLimits.rows)),
  }),
  answer: flagImportResult,
  errors: ["conflict"],
});
