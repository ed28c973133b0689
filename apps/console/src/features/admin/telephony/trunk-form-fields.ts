import * as z from "zod/mini";

import {
  MOST_TRUNK_CHANNELS,
  MOST_TRUNK_HOSTS,
  type TrunkChange,
  trunkCallerId,
  trunkCodecs,
  trunkCountry,
  trunkDigits,
  trunkEncryptions,
  trunkHost,
  trunkNetwork,
  trunkNumberFormats,
  trunkNumbers,
  trunkPrefix,
  type TrunkSetup,
  trunkTransports,
  trunkWord,
} from "@linedesk/contract";
import { matching, orNull } from "../use-checked-form.ts";

/** The words of wrong fields. */
export type WrongWords = Record<
  | "name"
  | "host"
  | "hosts"
  | "certificate"
  | "seconds"
  | "expiry"
  | "networks"
  | "word"
  | "channels"
  | "priority"
  | "codecs"
  | "numbers"
  | "callerId"
  | "country"
  | "prefix",
  string
>;

type Piece = z.ZodMiniType<unknown>;

export function splitLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Accepts from `least` to `most` lines, each of which the schema of the contract accepts. */
function lines(piece: Piece, { least, most }: { least: number; most: number }, words: string) {
  return z.string().check(
    z.refine((text) => {
      const all = splitLines(text);
      const isRight = all.every((line) => piece.safeParse(line).success);
      return isRight && all.length >= least && all.length <= most;
    }, words),
  );
}

function textOrNone(piece: Piece, words: string) {
  return z
    .string()
    .check(z.refine((text) => text.trim() === "" || piece.safeParse(text.trim()).success, words));
}

function text(piece: Piece, words: string) {
  return z.string().check(z.refine((given) => piece.safeParse(given.trim()).success, words));
}

function wholeNumber(isRight: (value: number) => boolean, words: string, mayMiss = false) {
  return z.string().check(
    z.refine((given) => {
      const isMissing = mayMiss && given.trim() === "";
      return isMissing || (/^\d{1,6}$/.test(given.trim()) && isRight(Number(given)));
    }, words),
  );
}

function areChannels(value: number): boolean {
  return value >= 1 && value <= MOST_TRUNK_CHANNELS;
}

export function toTrunkSchema(wrong: WrongWords) {
  return z.object({
    name: matching(/^[A-Za-z0-9_-]{1,40}$/, wrong.name),
    hosts: lines(trunkHost, { least: 1, most: MOST_TRUNK_HOSTS }, wrong.hosts),
    transport: z.enum(trunkTransports),
    domain: textOrNone(trunkHost, wrong.host),
    authority: matching(/^$|-----BEGIN CERTIFICATE-----/, wrong.certificate),
    keepAliveS: wholeNumber((value) => value === 0 || (value >= 5 && value <= 3600), wrong.seconds),
    sources: lines(trunkNetwork, { least: 0, most: 64 }, wrong.networks),
    challenges: z.boolean(),
    username: textOrNone(trunkWord, wrong.word),
    password: textOrNone(trunkWord, wrong.word),
    registers: z.boolean(),
    registrar: textOrNone(trunkHost, wrong.host),
    registersAs: textOrNone(trunkWord, wrong.word),
    expiresS: wholeNumber((value) => value >= 60 && value <= 86_400, wrong.expiry),
    channels: wholeNumber(areChannels, wrong.channels, true),
    priority: wholeNumber((value) => value >= 1 && value <= 100, wrong.priority),
    codecs: z.array(z.enum(trunkCodecs)).check(z.minLength(1, wrong.codecs)),
    encryption: z.enum(trunkEncryptions),
    keysInClear: z.boolean(),
    digits: z.enum(trunkDigits),
    carries: lines(trunkNumbers, { least: 1, most: 200 }, wrong.numbers),
    callerId: textOrNone(trunkCallerId, wrong.callerId),
    numberFormat: z.enum(trunkNumberFormats),
    country: text(trunkCountry, wrong.country),
    nationalPrefix: text(trunkPrefix, wrong.prefix),
    internationalPrefix: text(trunkPrefix, wrong.prefix),
    emergency: z.boolean(),
    assertsIdentity: z.boolean(),
  });
}

export type TrunkFormFields = z.output<ReturnType<typeof toTrunkSchema>>;

const newTrunk: TrunkFormFields = {
  name: "",
  hosts: "",
  transport: "udp",
  domain: "",
  authority: "",
  keepAliveS: "30",
  sources: "",
  challenges: false,
  username: "",
  password: "",
  registers: true,
  registrar: "",
  registersAs: "",
  expiresS: "600",
  channels: "",
  priority: "1",
  codecs: [...trunkCodecs],
  encryption: "off",
  keysInClear: false,
  digits: "rfc4733",
  carries: "*",
  callerId: "",
  numberFormat: "e164",
  country: "61",
  nationalPrefix: "0",
  internationalPrefix: "0011",
  emergency: false,
  assertsIdentity: true,
};

export function toTrunkFields(trunk: TrunkSetup | null): TrunkFormFields {
  if (trunk === null) {
    return newTrunk;
  }
  const { id: _id, sid: _sid, version: _version, hasPassword: _has, ...fields } = trunk;
  return {
    ...fields,
    hosts: trunk.hosts.join("\n"),
    domain: trunk.domain ?? "",
    authority: trunk.authority ?? "",
    keepAliveS: String(trunk.keepAliveS),
    sources: trunk.sources.join("\n"),
    username: trunk.username ?? "",
    password: "",
    registrar: trunk.registrar ?? "",
    registersAs: trunk.registersAs ?? "",
    expiresS: String(trunk.expiresS),
    channels: trunk.channels === null ? "" : String(trunk.channels),
    priority: String(trunk.priority),
    carries: trunk.carries.join("\n"),
    callerId: trunk.callerId ?? "",
  };
}

export function toTrunkChange(fields: TrunkFormFields, anyway: boolean): TrunkChange {
  const username = orNull(fields.username);
  return {
    ...fields,
    name: fields.name.trim(),
    hosts: splitLines(fields.hosts),
    domain: orNull(fields.domain),
    authority: orNull(fields.authority),
    keepAliveS: Number(fields.keepAliveS),
    sources: splitLines(fields.sources),
    challenges: fields.challenges && username !== null,
    username,
    password: fields.password === "" ? null : fields.password,
    registers: fields.registers && username !== null,
    registrar: orNull(fields.registrar),
    registersAs: orNull(fields.registersAs),
    expiresS: Number(fields.expiresS),
    channels: fields.channels.trim() === "" ? null : Number(fields.channels),
    priority: Number(fields.priority),
    carries: splitLines(fields.carries),
    callerId: orNull(fields.callerId),
    country: fields.country.trim(),
    nationalPrefix: fields.nationalPrefix.trim(),
    internationalPrefix: fields.internationalPrefix.trim(),
    anyway,
  };
}
