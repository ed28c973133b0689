import { createHash } from "node:crypto";

import type { TrunkChange, TrunkSetup } from "@linedesk/contract";
import type { GivenTrunk } from "../telephony/exchange-trunks.ts";
import type { TrunkFields, TrunkRow } from "./trunk-store.ts";

/** The fields of a row that a person sets, without the password. */
export type GivenFields = Omit<TrunkFields, "password" | "asks">;

export function toTrunkFields(change: Omit<TrunkChange, "password" | "anyway">): GivenFields {
  const [host = "", ...furtherHosts] = change.hosts;
  return {
    name: change.name,
    host,
    further_hosts: furtherHosts,
    transport: change.transport,
    domain: change.domain,
    authority: change.authority,
    keep_alive_s: change.keepAliveS,
    sources: change.sources,
    challenges: change.challenges,
    username: change.username,
    registers: change.registers,
    registrar: change.registrar,
    registers_as: change.registersAs,
    expires_s: change.expiresS,
    channels: change.channels,
    priority: change.priority,
    codecs: change.codecs,
    encryption: change.encryption,
    keys_in_clear: change.keysInClear,
    digits: change.digits,
    carries: change.carries,
    caller_id: change.callerId,
    number_format: change.numberFormat,
    country: change.country,
    national_prefix: change.nationalPrefix,
    international_prefix: change.internationalPrefix,
    emergency: change.emergency,
    asserts_identity: change.assertsIdentity,
  };
}

export function presentTrunk(row: TrunkRow): TrunkSetup {
  return {
    id: row.id,
    version: row.version,
    sid: deriveSid(row.name),
    hasPassword: row.password !== null,
    name: row.name,
    hosts: listHosts(row),
    transport: row.transport,
    domain: row.domain,
    authority: row.authority,
    keepAliveS: row.keep_alive_s,
    sources: row.sources,
    challenges: row.challenges,
    username: row.username,
    registers: row.registers,
    registrar: row.registrar,
    registersAs: row.registers_as,
    expiresS: row.expires_s,
    channels: row.channels,
    priority: row.priority,
    codecs: row.codecs,
    encryption: row.encryption,
    keysInClear: row.keys_in_clear,
    digits: row.digits,
    carries: row.carries,
    callerId: row.caller_id,
    numberFormat: row.number_format,
    country: row.country,
    nationalPrefix: row.national_prefix,
    internationalPrefix: row.international_prefix,
    emergency: row.emergency,
    assertsIdentity: row.asserts_identity,
  };
}

/** Returns the trunk in the form that the exchange reads; `password` is in plain text. */
export function writeTrunk(
  fields: Omit<TrunkFields, "password">,
  password: string | null,
): GivenTrunk {
  const { username } = fields;
  return {
    name: fields.name,
    hosts: listHosts(fields),
    transport: fields.transport,
    ...given("domain", fields.domain),
    ...given("authority", fields.authority),
    keepAliveS: fields.asks ? fields.keep_alive_s : 0,
    sources: fields.sources,
    challenge: fields.challenges,
    ...(username === null || password === null ? {} : { username, password }),
    register: fields.registers,
    ...given("registrar", fields.registrar),
    ...given("registerAs", fields.registers_as),
    registerExpiresS: fields.expires_s,
    ...given("maxCalls", fields.channels),
    priority: fields.priority,
    codecs: fields.codecs,
    srtp: fields.encryption,
    keysInClear: fields.keys_in_clear,
    digits: fields.digits,
    numbers: fields.carries,
    ...given("callerId", fields.caller_id),
    numberFormat: fields.number_format,
    country: fields.country,
    nationalPrefix: fields.national_prefix,
    internationalPrefix: fields.international_prefix,
    emergency: fields.emergency,
    assertIdentity: fields.asserts_identity,
  };
}

/** The exchange has defaults for absent fields, and refuses `null`. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | null,
): Partial<Record<Name, Value>> {
  return value === null ? {} : ({ [name]: value } as Record<Name, Value>);
}

export function listHosts({ host, further_hosts }: Pick<TrunkFields, "host" | "further_hosts">) {
  return [host, ...further_hosts];
}

/** Maps fields in the exchange's error messages to fields of the form, where the names differ. */
const fieldsOfExchange: Readonly<Record<string, string>> = {
  challenge: "challenges",
  register: "registers",
  registerAs: "registersAs",
  registerExpiresS: "expiresS",
  maxCalls: "channels",
  numbers: "carries",
  srtp: "encryption",
  assertIdentity: "assertsIdentity",
};

/** Reads a refusal of the exchange such as `trunks[0].hosts[1]: must be a host or host:port`. */
export function readExchangeRefusal(message: string): { field: string; detail: string } {
  const colon = message.indexOf(": ");
  const [name = ""] = message.slice("trunks[0].".length, colon).split(/\W/, 1);
  return colon === -1 || name === ""
    ? { field: "hosts", detail: message }
    : { field: fieldsOfExchange[name] ?? name, detail: message.slice(colon + 2) };
}

/** Derives the sid in the same way as the exchange. */
function deriveSid(name: string): string {
  return `TK${createHash("sha256").update(`trunk ${name}`).digest("hex").slice(0, 32)}`;
}

/** Returns the audited fields, without the password and the certificates. */
export function listAudited(row: TrunkRow): Record<string, unknown> {
  const {
    id: _id,
    sid: _sid,
    version: _version,
    hasPassword: _has,
    authority,
    ...fields
  } = presentTrunk(row);
  return { ...fields, authority: authority !== null };
}
