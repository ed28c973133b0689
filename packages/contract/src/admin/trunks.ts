import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { shownRefusal } from "../platform/error-reasons.ts";
import { trunkFields, trunkWord } from "./trunk-fields.ts";

/** A trunk carries the calls of every station, so only an owner may change it. */
const access = { type: "permission", permission: "own" } as const;
const stationId = z.object({ id: z.uuid() });
const oneTrunk = z.object({ id: z.uuid(), trunk: z.uuid() });

export const trunkSetup = z.object({
  id: z.uuid(),
  version: z.int(),
  /** The exchange's id of the trunk. */
  sid: z.string(),
  hasPassword: z.boolean(),
  ...trunkFields,
});
export type TrunkSetup = z.output<typeof trunkSetup>;

const trunkChange = z.object({
  ...trunkFields,
  /** The password; `null` keeps the current one for the same hosts and user. */
  password: z.nullable(trunkWord),
  /** Saves the trunk even when it does not answer. */
  anyway: z.boolean(),
});
export type TrunkChange = z.output<typeof trunkChange>;

/** The answer to one request of a test, in words for people. */
const trunkAnswer = z.object({ isGood: z.boolean(), ...shownRefusal.shape });
export type TrunkAnswer = z.output<typeof trunkAnswer>;

/** The answers of a host; `null` for a request that it does not get. */
const hostTrial = z.object({
  host: z.string(),
  /** Is true when calls can use this host. */
  works: z.boolean(),
  options: z.nullable(trunkAnswer),
  register: z.nullable(trunkAnswer),
});
export type HostTrial = z.output<typeof hostTrial>;

export const trunkTrial = z.object({
  /** Is true when calls can use the trunk. */
  works: z.boolean(),
  hosts: z.array(hostTrial),
});
export type TrunkTrial = z.output<typeof trunkTrial>;

/**
 * The trunk and the result of its test. The trunk is `null` if it was not saved, because it failed
 * the test.
 */
const tried = z.object({ trunk: z.nullable(trunkSetup), trial: trunkTrial });

export const listTrunks = endpoint("GET /admin/{id}/telephony/trunks", {
  id: "listTrunks",
  summary: "The trunks that were set in the admin area",
  access: { type: "permission", permission: "admin" },
  params: stationId,
  answer: z.object({ items: z.array(trunkSetup), nextCursor: z.nullable(z.string()) }),
});

export const addTrunk = endpoint("POST /admin/{id}/telephony/trunks", {
  id: "addTrunk",
  summary: "Test a trunk with OPTIONS and REGISTER, and add it if it answers",
  access,
  params: stationId,
  body: trunkChange,
  answer: tried,
  errors: ["conflict", "telephony_unreachable"],
});

export const changeTrunk = endpoint("PUT /admin/{id}/telephony/trunks/{trunk}", {
  id: "changeTrunk",
  summary: "Test a trunk with the new fields, and change it if it answers",
  access,
  params: oneTrunk,
  body: z.extend(trunkChange, { version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)) }),
  answer: tried,
  errors: ["not_found", "conflict", "telephony_unreachable"],
});

export const removeTrunk = endpoint("DELETE /admin/{id}/telephony/trunks/{trunk}", {
  id: "removeTrunk",
  summary: "Remove a trunk; its calls continue to their end",
  access,
  params: oneTrunk,
  answer: z.object({ id: z.uuid() }),
  errors: ["not_found"],
});
