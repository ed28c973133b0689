import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";

import { z } from "zod";

import { AUDIO_CODECS } from "@linedesk/audio";
import { parseHostAndPort, sipCodecs, type SipHost } from "@linedesk/sip";
import { plainTrunk, type SipPlan, type Trunk } from "./trunk.ts";

export class TrunkFileError extends Error {
  override readonly name = "TrunkFileError";
  readonly code = "trunk_file";
}

const sipHost = z.string().transform((text, context): SipHost => {
  const parsed = parseHostAndPort(text);
  if (parsed !== null) {
    return { ...parsed, host: parsed.host.replace(/^\[|\]$/g, "") };
  }
  context.addIssue({ code: "custom", message: "must be a host or host:port" });
  return z.NEVER;
});

const cidr = z.string().refine(isCidr, "must be an address or a network such as 203.0.113.0/24");

/** SIP messages contain the value within quotes, so it must not contain a quote or a backslash. */
const word = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/,
    "must be 1 to 128 ASCII characters without space, quote or backslash",
  );
const e164 = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/, "must be a number in E.164, such as +61255500101");
const prefix = z.string().regex(/^[0-9]{0,6}$/, "must be up to 6 digits");

const trunkSchema = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "must be 1 to 40 letters, digits, - or _"),
    sid: z
      .string()
      .regex(/^TK[0-9a-f]{32}$/, "must be TK and 32 digits of 0-9 and a-f")
      .optional(),
    byoc: z
      .string()
      .regex(/^BY[0-9a-f]{32}$/, "must be BY and 32 digits of 0-9 and a-f")
      .optional(),
    hosts: z.array(sipHost).min(1).max(8),
    transport: z.enum(["udp", "tcp", "tls"]).default("udp"),
    domain: sipHost.optional(),
    authority: z
      .string()
      .max(65_536)
      .refine(areCertificates, "must be certificates in PEM")
      .optional(),
    username: word.optional(),
    password: word.optional(),
    register: z.boolean().default(false),
    registrar: sipHost.optional(),
    registerAs: word.optional(),
    registerExpiresS: z.int().min(60).max(86_400).default(600),
    sources: z.array(cidr).max(64).default([]),
    challenge: z.boolean().default(false),
    numbers: z
      .array(
        z
          .string()
          .regex(
            /^(?:\*|\+?[0-9]{1,15}\*?)$/,
            "must be *, a prefix such as +61*, or a complete number",
          ),
      )
      .min(1)
      .max(200)
      .default(["*"]),
    callerId: e164.optional(),
    numberFormat: z.enum(["e164", "digits", "national"]).default("e164"),
    country: z
      .string()
      .regex(/^[1-9][0-9]{0,2}$/, "must be a country code such as 61")
      .default("61"),
    nationalPrefix: prefix.default("0"),
    internationalPrefix: prefix.default("0011"),
    maxCalls: z.int().min(1).max(10_000).optional(),
    priority: z.int().min(1).max(100).default(1),
    keepAliveS: z.union([z.literal(0), z.int().min(5).max(3600)]).default(30),
    digits: z.enum(["rfc4733", "info", "sound"]).default("rfc4733"),
    srtp: z.enum(["required", "optional", "off"]).default("off"),
    codecs: z
      .array(z.enum(AUDIO_CODECS))
      .min(1)
      .max(4)
      .default([...sipCodecs]),
    keysInClear: z.boolean().default(false),
    emergency: z.boolean().default(false),
    assertIdentity: z.boolean().default(true),
  })
  .refine((trunk) => (trunk.username === undefined) === (trunk.password === undefined), {
    path: ["password"],
    message: "username and password must be given together",
  })
  .refine((trunk) => trunk.srtp !== "required" || trunk.transport === "tls" || trunk.keysInClear, {
    path: ["srtp"],
    message: 'the value "required" needs transport tls, or keysInClear',
  })
  .refine((trunk) => !trunk.register || trunk.username !== undefined, {
    path: ["username"],
    message: "is required for registration",
  })
  .refine((trunk) => !trunk.challenge || trunk.username !== undefined, {
    path: ["username"],
    message: "is required to challenge callers",
  });

const fileSchema = z.strictObject({
  closed: z.boolean().default(true),
  phones: z
    .array(
      z.strictObject({
        username: word,
        password: word,
        numbers: z.array(e164).max(20).default([]),
      }),
    )
    .max(1000)
    .default([]),
  trunks: z.array(trunkSchema).max(64).default([]),
});

export function readTrunkFile(path: string): SipPlan {
  return parseTrunks(readText(path));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new TrunkFileError(`the file ${path} cannot be read`, { cause });
  }
}

/** Parses a JSON plan; docs/configuration.md lists its fields. Throws TrunkFileError. */
export function parseTrunks(text: string): SipPlan {
  return buildPlan(parseJson(text));
}

export function buildPlan(given: unknown): SipPlan {
  const parsed = fileSchema.safeParse(given);
  if (!parsed.success) {
    throw new TrunkFileError(formatZodError(parsed.error));
  }
  const { trunks, phones, closed } = parsed.data;
  const duplicateName = firstTwice(trunks.map(({ name }) => name));
  if (duplicateName !== null) {
    throw new TrunkFileError(`two trunks are named ${duplicateName}`);
  }
  const duplicateByoc = firstTwice(trunks.flatMap(({ byoc }) => byoc ?? []));
  if (duplicateByoc !== null) {
    throw new TrunkFileError(`two trunks have the byoc ${duplicateByoc}`);
  }
  const made = trunks.map(toTrunk);
  const duplicateSid = firstTwice(made.map(({ sid }) => sid));
  if (duplicateSid !== null) {
    throw new TrunkFileError(`two trunks have the sid ${duplicateSid}`);
  }
  const duplicateUsername = firstTwice(phones.map(({ username }) => username));
  if (duplicateUsername !== null) {
    throw new TrunkFileError("two phones have the same username");
  }
  return { trunks: made, phones, isClosed: closed, staysOpen: !closed };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's own message can quote a password, so the cause has only the error's name.
    throw new TrunkFileError("the file is not JSON", { cause: new Error((cause as Error).name) });
  }
}

/** Formats the first fault as `trunks[0].transport: ...`; values may be secret and are omitted. */
function formatZodError(error: z.ZodError): string {
  const issue = error.issues[0];
  const path = (issue?.path ?? []).map((part) =>
    typeof part === "number" ? `[${part}]` : `.${String(part)}`,
  );
  const where = path.join("").replace(/^\./, "");
  return `${where === "" ? "the file" : where}: ${issue?.message ?? "cannot be used"}`;
}

function firstTwice(names: string[]): string | null {
  return names.find((name, at) => names.indexOf(name) !== at) ?? null;
}

function toTrunk(given: z.infer<typeof trunkSchema>): Trunk {
  const { username, password, hosts } = given;
  const plain = plainTrunk(given.name, hosts);
  const credentials =
    username === undefined || password === undefined ? null : { username, password };
  const registrars = given.registrar === undefined ? hosts : [given.registrar];
  return {
    ...plain,
    sid: given.sid ?? plain.sid,
    byoc: given.byoc ?? null,
    transport: given.transport,
    domain: given.domain === undefined ? null : given.domain.host,
    authority: given.authority ?? null,
    credentials,
    registration: given.register
      ? { registrars, expiresS: given.registerExpiresS, user: given.registerAs ?? null }
      : null,
    sources: given.sources,
    challenges: given.challenge,
    patterns: given.numbers,
    callerId: given.callerId ?? null,
    numbering: {
      format: given.numberFormat,
      country: given.country,
      nationalPrefix: given.nationalPrefix,
      internationalPrefix: given.internationalPrefix,
    },
    maxCalls: given.maxCalls ?? null,
    priority: given.priority,
    keepAliveS: given.keepAliveS === 0 ? null : given.keepAliveS,
    digits: given.digits,
    srtp: given.srtp,
    allowsUnencryptedKeys: given.keysInClear,
    codecs: given.codecs,
    emergency: given.emergency,
    assertsIdentity: given.assertIdentity,
  };
}

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function areCertificates(text: string): boolean {
  const blocks = text.match(pemBlock) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    // The schema's message reports the fault.
    return false;
  }
}

function isCidr(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) {
    return false;
  }
  return (
    bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
  );
}
