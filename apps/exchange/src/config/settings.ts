import { isIP } from "node:net";

import { z } from "zod";

import {
  type Edges,
  isPrivateAddress,
  LOG_FORMATS,
  LOG_LEVELS,
  parseEdges,
  readNumberRanges,
} from "@linedesk/base";
import { describeNumber } from "../directory/number-format.ts";
import type { createPeerPlan } from "../edges/sip/trunks/trunk.ts";

function port(fallback: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(fallback);
}

function commaList(fallback: string[]) {
  return z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .transform((items) => items.filter((item) => item !== ""))
    .default(fallback);
}

function sid(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`));
}
const secret = z.string().min(16).max(200);

function prefixList(fallback: string[]) {
  return z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .pipe(z.array(z.string().regex(/^(?:\*|\+[1-9][0-9]{0,14})$/)))
    .default(fallback);
}

function cap(fallback: number | null) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform((text) => (Number(text) === 0 ? null : Number(text)))
    .default(fallback);
}

function wholeNumber(fallback: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .default(fallback);
}

const relayUrl =
  /^turns?:(?:\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/;

/** The exchange speaks plain http, so only an address of a private network may be listened on. */
function isOfNetwork(address: string): boolean {
  return isPrivateAddress(address) && !/^(?:0\.|22[4-9]\.|2[3-5]\d\.|::$|ff)/i.test(address);
}

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

export const exchangeSettings = z.object({
  EXCHANGE_HOST: z
    .string()
    .refine((address) => isIP(address) !== 0 && isOfNetwork(address))
    .optional(),
  EXCHANGE_PORT: port(3001),
  SIP_HOST: z.string().min(1).default("127.0.0.1"),
  SIP_PORT: port(5060),
  SIP_PEER: z.string().transform(readPeer).nullable().default(null),
  SIP_OPEN: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false),
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
  DIAL_VERIFIED_ONLY: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false),
  NUMBER_POOL: z.string().transform(readPool).default([]),
  REST_PER_SECOND: cap(null),
  SIGNAL_PER_ADDRESS: cap(200),
  CALLS_MAX: wholeNumber(2000),
  SIP_CALLS_MAX: wholeNumber(1000),
  SIP_CALLS_PER_ADDRESS: wholeNumber(500),
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
  KEEP_CALLS: z
    .enum(["on", "off"])
    .transform((text) => text === "on")
    .default(true),
  RECORDINGS_MAX: wholeNumber(10_000),
  RECORDINGS_MAX_MB: wholeNumber(10_240),
  LINEDESK_DATA: z.string().min(1).default("data"),
  ALLOWED_ORIGINS: commaList([]),
  EDGES: z
    .string()
    .transform(parseEdges)
    .refine((edges): edges is Edges => edges !== null)
    .optional(),
  WEBHOOK_HOSTS: commaList(["127.0.0.1", "localhost", "[::1]"]),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  LOG_FORMAT: z.enum(LOG_FORMATS).default("json"),
});

export type Settings = z.infer<typeof exchangeSettings>;

/** Describes the valid values of a setting, for the error message. */
export const EXPECTED_VALUES: Record<keyof Settings, string> = {
  EXCHANGE_HOST: "an IP address of this machine in a private network",
  EXCHANGE_PORT: "a port between 0 and 65535",
  SIP_HOST: "an address to listen on",
  SIP_PORT: "a port between 0 and 65535",
  SIP_PEER: "host, host:port or user:password@host:port",
  SIP_OPEN: "true or false",
  SIP_TRUNKS: "the path of a JSON file",
  SIP_TRANSPORTS: "udp, tcp and tls, separated by commas",
  SIP_TLS_PORT: "a port between 0 and 65535",
  SIP_TLS_CERT: "the path of a certificate",
  SIP_TLS_KEY: "the path of a key",
  SIP_TLS_CA: "the path of certificates",
  DIAL_ALLOWED: "prefixes such as +61, or *, separated by commas",
  DIAL_REFUSED: "prefixes such as +6119, separated by commas",
  DIAL_EMERGENCY: "refuse or dial",
  DIAL_CALLS_PER_MINUTE: "a number, or 0 for no limit",
  DIAL_CONCURRENT: "a number, or 0 for no limit",
  DIAL_MINUTES_PER_DAY: "a number, or 0 for no limit",
  DIAL_VERIFIED_ONLY: "true or false",
  NUMBER_POOL:
    "numbers with their +, or ranges from a lower to a higher one, such as +61255500100-+61255500199, separated by commas, at most 10,000 in all",
  REST_PER_SECOND: "a number, or 0 for no limit",
  SIGNAL_PER_ADDRESS: "a number, or 0 for no limit",
  CALLS_MAX: "a number from 1",
  SIP_CALLS_MAX: "a number from 1",
  SIP_CALLS_PER_ADDRESS: "a number from 1",
  RTP_PORT_MIN: "a port between 0 and 65535",
  RTP_PORT_MAX: "a port between 0 and 65535",
  MEDIA_HOST: "an IP address",
  MEDIA_ADDRESS: "an IP address",
  TURN_URL: "addresses such as turn:relay.example.com:3478, separated by commas",
  TURN_SECRET: "16 to 200 characters",
  TWILIO_ACCOUNT_SID: "AC and 32 lower-case hex digits",
  TWILIO_AUTH_TOKEN: "16 to 200 characters",
  TWILIO_API_KEY: "SK and 32 lower-case hex digits",
  TWILIO_API_SECRET: "16 to 200 characters",
  KEEP_CALLS: "on or off",
  RECORDINGS_MAX: "a number from 1",
  RECORDINGS_MAX_MB: "a number from 1",
  LINEDESK_DATA: "a folder",
  ALLOWED_ORIGINS: "web origins, separated by commas",
  EDGES: "names with addresses, such as sydney=syd.example.com, separated by commas",
  WEBHOOK_HOSTS: "hosts, separated by commas",
  LOG_LEVEL: LOG_LEVELS.join(", "),
  LOG_FORMAT: "json or text",
};

type SipPeerSetting = Parameters<typeof createPeerPlan>[0] & { port: number };

function readPool(text: string, context: z.RefinementCtx): string[] {
  const numbers = readNumberRanges(text);
  const areNumbers = numbers?.every((number) => describeNumber(number) !== null) === true;
  if (numbers !== null && areNumbers) {
    return numbers;
  }
  context.addIssue({ code: "custom", message: "must be ranges of numbers" });
  return z.NEVER;
}

function readPeer(text: string, context: z.RefinementCtx): SipPeerSetting {
  const match = /^(?:([^:@]+):([^@]*)@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(
    text,
  );
  const [, username, password, host, portText] = match ?? [];
  const number = Number(portText ?? 5060);
  if (host === undefined || number < 1 || number > 65_535) {
    context.addIssue({ code: "custom", message: "must be a SIP peer" });
    return z.NEVER;
  }
  const credentials = username === undefined ? {} : { username, password: password ?? "" };
  return { host, port: number, ...credentials };
}
