import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

/** A trunk carries the calls of every station, so only an owner may change it. */
const access = { type: "permission", permission: "own" } as const;
const stationId = z.object({ id: z.uuid() });
const oneTrunk = z.object({ id: z.uuid(), trunk: z.uuid() });

export const trunkTransports = ["udp", "tcp", "tls"] as const;
export const trunkNumberFormats = ["e164", "digits", "national"] as const;

/** A word that SIP messages can contain: printable, without double quotes and backslashes. */
const word = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/));

const trunkFields = {
  name: z.string().check(z.maxLength(40), z.regex(/^[A-Za-z0-9_-]+$/)),
  /** A host or `host:port`. */
  host: z.string().check(z.trim(), z.maxLength(255), z.regex(/^[A-Za-z0-9_.:[\]-]+$/)),
  transport: z.enum(trunkTransports),
  /** The user name; `null` when the trunk identifies the exchange by its address. */
  username: z.nullable(word),
  /** True when the exchange registers at the trunk with this user. */
  registers: z.boolean(),
  /** The trunk's number format: `+61255500101`, `61255500101`, or as dialled within Australia. */
  numberFormat: z.enum(trunkNumberFormats),
};

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
  /** The password; `null` keeps the current one for the same host and user. */
  password: z.nullable(word),
  /** Saves the trunk even when it does not answer. */
  anyway: z.boolean(),
});
export type TrunkChange = z.output<typeof trunkChange>;

/** The trunk's answers to a test with these fields. */
export const trunkTrial = z.object({
  answers: z.boolean(),
  /** The SIP status code, 0 after a timeout; `null` when we do not register at the trunk. */
  registerStatus: z.nullable(z.number()),
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
