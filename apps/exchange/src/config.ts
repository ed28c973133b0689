import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { LOG_LEVELS, type LogLevel } from "./logger.ts";
import { type DiallingCaps } from "./sip/dialling/dialling-caps.ts";
import type { MediaRelays } from "./rest/media-relay.ts";
import { costlyPrefixes, type DiallingRules } from "./sip/dialling/dialling-rules.ts";
import { noStreams, type StreamOptions } from "./sip/transports/transports.ts";
import { readTrunkFile, TrunkFileError } from "./sip/trunks/trunk-file.ts";
import { openPlan, planOfPeer, type SipPlan } from "./sip/trunks/trunk.ts";

/** The account that the exchange accepts; null lets it make a demo account. */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}

export interface MediaConfig {
  /** Where RTP and ICE listen. */
  host: string;
  /** UDP ports, inclusive; null lets the system choose. */
  ports: { min: number; max: number } | null;
  /** The address by which the world reaches us, where it is not our own; null without NAT. */
  advertised: string | null;
  /** TURN servers for browsers that cannot reach us; null without. */
  relays: MediaRelays | null;
}

interface Dialling {
  rules: DiallingRules;
  caps: DiallingCaps;
}

export interface ExchangeConfig {
  /** REST, signalling and insights, on loopback; 0 takes a free port. */
  port: number;
  sip: { host: string; port: number; plan: SipPlan; streams: StreamOptions } & Dialling;
  media: MediaConfig;
  account: AccountConfig | null;
  /** Null keeps nothing on disk. */
  dataFolder: string | null;
  /** Beyond either the oldest make way. */
  recordings: { max: number; maxMegabytes: number };
  /** Requests to the REST API a second; null for no bound. */
  restPerSecond: number | null;
  /** Signalling sockets that one address may have at once; null for no bound. */
  socketsPerAddress: number | null;
  /** Browser origins that may use the signalling; empty means those on loopback. */
  allowedOrigins: string[];
  /** Hosts that documents, sounds and callbacks may come from. */
  webhookHosts: string[];
  /** The page that shows what passes through; null is off. */
  inspector: { host: string; port: number } | null;
  /** The sample application of an exchange that is started alone; null is off. */
  samplePort: number | null;
  logLevel: LogLevel;
}

/** A setting with a wrong value; the message names it in one sentence [SR8]. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "config";
}

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(fallback);

/** "off", or not given, is null. */
const portOrOff = z
  .union([z.literal("off").transform(() => null), port(0)])
  .nullable()
  .default(null);

const commaList = (fallback: string[]) =>
  z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .transform((items) => items.filter((item) => item !== ""))
    .default(fallback);

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`));
const secret = z.string().min(16).max(200);

const prefixList = (fallback: string[]) =>
  z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .pipe(z.array(z.string().regex(/^(?:\*|\+[1-9][0-9]{0,14})$/)))
    .default(fallback);

/** 0 takes the bound away. */
const cap = (fallback: number | null) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform((text) => (Number(text) === 0 ? null : Number(text)))
    .default(fallback);

const wholeNumber = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .default(fallback);

const relayUrl =
  /^turns?:(?:\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/;

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** Every setting of the exchange; docs/configuration.md lists them among the others [SR9]. */
export const exchangeSettings = z.object({
  EXCHANGE_PORT: port(3001),
  SIP_HOST: z.string().min(1).default("127.0.0.1"),
  SIP_PORT: port(5060),
  SIP_PEER: z.string().transform(readPeer).nullable().default(null),
  SIP_TRUNKS: z.string().optional(),
  SIP_TRANSPORTS: z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .pipe(z.array(z.enum(["udp", "tcp", "tls"])))
    .default(["udp"]),
  SIP_TLS_PORT: port(5061),
  SIP_TLS_CERT: z.string().optional(),
  SIP_TLS_KEY: z.string().optional(),
  SIP_TLS_CA: z.string().optional(),
  DIAL_ALLOWED: prefixList(["+61"]),
  DIAL_REFUSED: prefixList([]),
  DIAL_EMERGENCY: z.enum(["refuse", "dial"]).default("refuse"),
  DIAL_CALLS_PER_MINUTE: cap(60),
  DIAL_CONCURRENT: cap(100),
  DIAL_MINUTES_PER_DAY: cap(6000),
  REST_PER_SECOND: cap(null),
  SIGNAL_PER_ADDRESS: cap(200),
  RTP_PORT_MIN: port(20_000),
  RTP_PORT_MAX: port(29_999),
  MEDIA_HOST: ipAddress.optional(),
  MEDIA_ADDRESS: ipAddress.nullable().default(null),
  TURN_URL: z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .pipe(z.array(z.string().regex(relayUrl)).min(1).max(8))
    .optional(),
  TURN_SECRET: secret.optional(),
  TWILIO_ACCOUNT_SID: sid("AC").optional(),
  TWILIO_AUTH_TOKEN: secret.optional(),
  TWILIO_API_KEY: sid("SK").optional(),
  TWILIO_API_SECRET: secret.optional(),
  RECORDINGS_MAX: wholeNumber(10_000),
  RECORDINGS_MAX_MB: wholeNumber(10_240),
  LINEDESK_DATA: z.string().min(1).default("data"),
  ALLOWED_ORIGINS: commaList([]),
  WEBHOOK_HOSTS: commaList(["127.0.0.1", "localhost", "[::1]"]),
  INSPECTOR_HOST: z.string().min(1).default("127.0.0.1"),
  INSPECTOR_PORT: portOrOff,
  SAMPLE_PORT: portOrOff,
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

type Settings = z.infer<typeof exchangeSettings>;

const WANTED: Record<keyof Settings, string> = {
  EXCHANGE_PORT: "a port between 0 and 65535",
  SIP_HOST: "an address to listen on",
  SIP_PORT: "a port between 0 and 65535",
  SIP_PEER: "host, host:port or user:password@host:port",
  SIP_TRUNKS: "the path of a JSON file",
  SIP_TRANSPORTS: "udp, tcp and tls, separated by commas",
  SIP_TLS_PORT: "a port between 0 and 65535",
  SIP_TLS_CERT: "the path of a certificate",
  SIP_TLS_KEY: "the path of a key",
  SIP_TLS_CA: "the path of certificates",
  DIAL_ALLOWED: "prefixes such as +61, or *, separated by commas",
  DIAL_REFUSED: "prefixes such as +6119, separated by commas",
  DIAL_EMERGENCY: "refuse or dial",
  DIAL_CALLS_PER_MINUTE: "a number, 0 for no bound",
  DIAL_CONCURRENT: "a number, 0 for no bound",
  DIAL_MINUTES_PER_DAY: "a number, 0 for no bound",
  REST_PER_SECOND: "a number, 0 for no bound",
  SIGNAL_PER_ADDRESS: "a number, 0 for no bound",
  RTP_PORT_MIN: "a port between 0 and 65535",
  RTP_PORT_MAX: "a port between 0 and 65535",
  MEDIA_HOST: "an IP address",
  MEDIA_ADDRESS: "an IP address",
  TURN_URL: "addresses such as turn:relay.example.com:3478, separated by commas",
  TURN_SECRET: "16 to 200 characters",
  TWILIO_ACCOUNT_SID: "AC and 32 hex digits",
  TWILIO_AUTH_TOKEN: "16 to 200 characters",
  TWILIO_API_KEY: "SK and 32 hex digits",
  TWILIO_API_SECRET: "16 to 200 characters",
  RECORDINGS_MAX: "a number from 1",
  RECORDINGS_MAX_MB: "a number from 1",
  LINEDESK_DATA: "a folder",
  ALLOWED_ORIGINS: "origins, separated by commas",
  WEBHOOK_HOSTS: "hosts, separated by commas",
  INSPECTOR_HOST: "an address to listen on",
  INSPECTOR_PORT: "a port between 0 and 65535, or off",
  SAMPLE_PORT: "a port between 0 and 65535, or off",
  LOG_LEVEL: LOG_LEVELS.join(", "),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the exchange's settings. Throws ConfigError naming the one that is wrong. */
export function readConfig(
  env: Environment = process.env,
  usual: Partial<Record<keyof Settings, string>> = {},
): ExchangeConfig {
  // An empty value is as good as none.
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const given = { ...usual, ...named };
  const parsed = exchangeSettings.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    const wanted = name in WANTED ? WANTED[name as keyof Settings] : "another value";
    throw new ConfigError(`${name} has a value that cannot be used: it must be ${wanted}.`);
  }
  return configOf(parsed.data);
}

function configOf(settings: Settings): ExchangeConfig {
  if (settings.RTP_PORT_MAX < settings.RTP_PORT_MIN + 1) {
    throw new ConfigError("RTP_PORT_MAX must be greater than RTP_PORT_MIN.");
  }
  return {
    port: settings.EXCHANGE_PORT,
    sip: {
      host: settings.SIP_HOST,
      port: settings.SIP_PORT,
      plan: planOf(settings),
      streams: streamsOf(settings),
      ...diallingOf(settings),
    },
    media: mediaOf(settings),
    account: accountOf(settings),
    dataFolder: join(resolve(settings.LINEDESK_DATA), "exchange"),
    restPerSecond: settings.REST_PER_SECOND,
    socketsPerAddress: settings.SIGNAL_PER_ADDRESS,
    recordings: { max: settings.RECORDINGS_MAX, maxMegabytes: settings.RECORDINGS_MAX_MB },
    allowedOrigins: settings.ALLOWED_ORIGINS,
    webhookHosts: settings.WEBHOOK_HOSTS,
    inspector:
      settings.INSPECTOR_PORT === null
        ? null
        : { host: settings.INSPECTOR_HOST, port: settings.INSPECTOR_PORT },
    samplePort: settings.SAMPLE_PORT,
    logLevel: settings.LOG_LEVEL,
  };
}

/** Trunks come from their file, or there is the one peer. */
function planOf({ SIP_TRUNKS, SIP_PEER }: Settings): SipPlan {
  if (SIP_TRUNKS === undefined) return SIP_PEER === null ? openPlan : planOfPeer(SIP_PEER);
  if (SIP_PEER !== null) throw new ConfigError("SIP_PEER and SIP_TRUNKS cannot both be given.");
  try {
    return readTrunkFile(SIP_TRUNKS);
  } catch (error) {
    if (!(error instanceof TrunkFileError)) throw error;
    throw new ConfigError(`SIP_TRUNKS has a value that cannot be used: ${error.message}.`);
  }
}

function streamsOf(settings: Settings): StreamOptions {
  const listensTls = settings.SIP_TRANSPORTS.includes("tls");
  const tls = {
    cert: textOf("SIP_TLS_CERT", settings),
    key: textOf("SIP_TLS_KEY", settings),
    ca: textOf("SIP_TLS_CA", settings),
  };
  if (listensTls && (tls.cert === null || tls.key === null)) {
    throw new ConfigError("SIP_TLS_CERT and SIP_TLS_KEY are needed to listen for SIP over TLS.");
  }
  return {
    ...noStreams,
    listensTcp: settings.SIP_TRANSPORTS.includes("tcp"),
    tlsPort: listensTls ? settings.SIP_TLS_PORT : null,
    tls,
  };
}

function diallingOf(settings: Settings): Dialling {
  return {
    rules: {
      allowed: settings.DIAL_ALLOWED,
      refused: [...costlyPrefixes, ...settings.DIAL_REFUSED],
      emergency: settings.DIAL_EMERGENCY,
    },
    caps: {
      callsPerMinute: settings.DIAL_CALLS_PER_MINUTE,
      concurrentCalls: settings.DIAL_CONCURRENT,
      minutesPerDay: settings.DIAL_MINUTES_PER_DAY,
    },
  };
}

function textOf(
  name: "SIP_TLS_CERT" | "SIP_TLS_KEY" | "SIP_TLS_CA",
  settings: Settings,
): string | null {
  const path = settings[name];
  if (path === undefined) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError(`${name} names ${path}, which cannot be read.`, { cause });
  }
}

/** Sound flows where calls come in; behind a router that is anywhere, unless told where. */
function mediaOf(settings: Settings): MediaConfig {
  const { MEDIA_HOST, MEDIA_ADDRESS, SIP_HOST } = settings;
  const isEverywhere = MEDIA_ADDRESS === "0.0.0.0" || MEDIA_ADDRESS === "::";
  return {
    host: MEDIA_HOST ?? (MEDIA_ADDRESS === null ? addressOfHost(SIP_HOST) : "0.0.0.0"),
    ports: { min: settings.RTP_PORT_MIN, max: settings.RTP_PORT_MAX },
    advertised: isEverywhere ? null : MEDIA_ADDRESS,
    relays: relaysOf(settings),
  };
}

function relaysOf({ TURN_URL, TURN_SECRET }: Settings): MediaRelays | null {
  if ((TURN_URL === undefined) !== (TURN_SECRET === undefined)) {
    throw new ConfigError("TURN_URL and TURN_SECRET must be given together.");
  }
  return TURN_URL === undefined || TURN_SECRET === undefined
    ? null
    : { urls: TURN_URL, secret: TURN_SECRET };
}

/** Media sockets take literal addresses only. */
function addressOfHost(host: string): string {
  if (isIP(host) !== 0) return host;
  return host === "localhost" ? "127.0.0.1" : "0.0.0.0";
}

/** All four or none: half an account would lock somebody out in silence. */
function accountOf(settings: Settings): AccountConfig | null {
  const account = {
    TWILIO_ACCOUNT_SID: settings.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: settings.TWILIO_AUTH_TOKEN,
    TWILIO_API_KEY: settings.TWILIO_API_KEY,
    TWILIO_API_SECRET: settings.TWILIO_API_SECRET,
  };
  const missing = Object.entries(account).filter(([, value]) => value === undefined);
  if (missing.length === 4) return null;
  const [first] = missing;
  if (first !== undefined) {
    throw new ConfigError(`${first[0]} is missing: the account needs all four of its settings.`);
  }
  return {
    sid: settings.TWILIO_ACCOUNT_SID ?? "",
    authToken: settings.TWILIO_AUTH_TOKEN ?? "",
    apiKey: settings.TWILIO_API_KEY ?? "",
    apiSecret: settings.TWILIO_API_SECRET ?? "",
  };
}

type Peer = Parameters<typeof planOfPeer>[0] & { port: number };

function readPeer(text: string, context: z.RefinementCtx): Peer {
  const match = /^(?:([^:@]+):([^@]*)@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(
    text,
  );
  const [, username, password, host, portText] = match ?? [];
  const number = Number(portText ?? 5060);
  if (host === undefined || number < 1 || number > 65_535) {
    context.addIssue({ code: "custom", message: "not a SIP peer" });
    return z.NEVER;
  }
  const credentials = username === undefined ? {} : { username, password: password ?? "" };
  return { host, port: number, ...credentials };
}
