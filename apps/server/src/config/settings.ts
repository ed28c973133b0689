import * as z from "zod";

import { LOG_FORMATS, LOG_LEVELS, parseEdges } from "@linedesk/base";
import { isSecureOrLoopback } from "./is-loopback.ts";
import { parseServices } from "./parse-services.ts";

interface Setting<S extends z.ZodType> {
  schema: S;
  expected: string;
  /**
   * Is true if messages hide the value. The setting `{NAME}_FILE` can name a file with the value.
   */
  secret: boolean;
}

function setting<S extends z.ZodType>(schema: S, must: string): Setting<S> {
  return {
    schema,
    expected: must,
    secret: false,
  };
}
function secret<S extends z.ZodType>(schema: S, must: string): Setting<S> {
  return {
    schema,
    expected: must,
    secret: true,
  };
}

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.stringbool({
  truthy: ["true", "1", "yes", "on"],
  falsy: ["false", "0", "no", "off"],
});
function count(min: number, max: number) {
  return z.coerce.number().int().min(min).max(max);
}
const text = z.string().min(1);
const webUrl = z.url({ protocol: /^https?$/ });
const origin = webUrl.refine((value) => URL.canParse(value) && new URL(value).pathname === "/");
function sid(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`));
}
const services = text.transform((value, context) => {
  const parsed = parseServices(value);
  if (parsed === null) {
    context.addIssue({ code: "custom", message: "The list is not valid." });
    return z.NEVER;
  }
  return parsed;
});
const list = text.transform((entries) => entries.split(",").map((entry) => entry.trim()));

const PORT_MUST = "a port from 0 to 65535";
const FLAG_MUST = "true or false";
const RATE_MUST = "a number from 0 to 1";
const rate = z.coerce.number().min(0).max(1);
const CAP_MUST = "a number up to 1000000, or 0 for no limit";
const cap = count(0, 1_000_000);

export const settings = {
  NODE_ENV: setting(
    z.enum(["production", "development", "test"]).default("development"),
    "production, development or test",
  ),
  HOST: setting(text.default("127.0.0.1"), "an address of this machine"),
  PORT: setting(port.default(3000), PORT_MUST),
  INTERNAL_PORT: setting(port.default(0), PORT_MUST),
  PUBLIC_URL: setting(
    origin.transform((value) => new URL(value).origin).optional(),
    "an address without a path, such as https://desk.example.com",
  ),
  TLS_CERT: setting(text.optional(), "the path of a PEM file"),
  TLS_KEY: setting(text.optional(), "the path of a PEM file"),
  TRUST_PROXY: setting(list.optional(), "addresses of proxies, separated by commas"),
  RATE_LIMIT: setting(count(10, 1_000_000).default(3000), "a number from 10 to 1000000"),
  DRAIN_SECONDS: setting(count(0, 30).optional(), "seconds from 0 to 30"),
  LINEDESK_DATA: setting(text.default("./data"), "the path of a folder"),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS).default("info"),
    "fatal, error, warn, info, debug, trace or silent",
  ),
  LOG_PII: setting(flag.default(false), FLAG_MUST),
  LOG_FORMAT: setting(z.enum(LOG_FORMATS).optional(), "json or text"),
  LOG_STDOUT: setting(flag.default(false), FLAG_MUST),
  DATABASE_URL: secret(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    "an address such as postgresql://user:password@host:5432/linedesk",
  ),
  DATABASE_OWNER_URL: secret(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    "an address such as postgresql://owner:password@host:5432/linedesk",
  ),
  DATABASE_POOL: setting(count(4, 200).default(20), "a number from 4 to 200"),
  DATABASE_PORT: setting(port.default(0), PORT_MUST),

  TELEPHONY: setting(z.enum(["exchange", "twilio"]).optional(), "exchange or twilio"),
  EXCHANGES: setting(
    services.optional(),
    "up to 8 different names with http addresses, such as main=http://10.0.0.5:3001, or twilio, separated by commas",
  ),
  EXCHANGE_ACCOUNT_SID: setting(sid("AC").optional(), "AC and 32 hexadecimal digits"),
  EXCHANGE_AUTH_TOKEN: secret(z.string().min(16).optional(), "at least 16 characters"),
  EXCHANGE_API_KEY: setting(sid("SK").optional(), "SK and 32 hexadecimal digits"),
  EXCHANGE_API_SECRET: secret(z.string().min(16).optional(), "at least 16 characters"),
  EXCHANGE_HOST: setting(text.optional(), "an IP address of this machine in a private network"),
  EXCHANGE_PORT: setting(port.default(3001), PORT_MUST),
  EXCHANGE_URL: setting(
    origin.transform((value) => new URL(value).origin).optional(),
    "an address without a path, such as http://127.0.0.1:3010",
  ),
  SIP_HOST: setting(text.optional(), "an address of this machine"),
  SIP_PORT: setting(port.default(5060), PORT_MUST),
  // The exchange's own settings. They are read here too, so that a wrong value stops the start.
  SIP_PEER: setting(text.optional(), "host, host:port or user:password@host:port"),
  SIP_OPEN: setting(z.enum(["true", "false"]).default("false"), FLAG_MUST),
  SIP_TRUNKS: setting(text.optional(), "the path of a JSON file"),
  SIP_TRANSPORTS: setting(text.optional(), "udp, tcp and tls, separated by commas"),
  SIP_TLS_PORT: setting(port.default(5061), PORT_MUST),
  SIP_TLS_CERT: setting(text.optional(), "the path of a certificate"),
  SIP_TLS_KEY: setting(text.optional(), "the path of a key"),
  SIP_TLS_CA: setting(text.optional(), "the path of certificates"),
  DIAL_ALLOWED: setting(list.optional(), "prefixes such as +61, or *, separated by commas"),
  DIAL_REFUSED: setting(list.optional(), "prefixes such as +6119, separated by commas"),
  DIAL_EMERGENCY: setting(z.enum(["refuse", "dial"]).default("refuse"), "refuse or dial"),
  DIAL_CALLS_PER_MINUTE: setting(text.optional(), "a number, or 0 for no limit"),
  KEEP_CALLS: setting(z.enum(["on", "off"]).default("on"), "on or off"),
  RECORDINGS_MAX: setting(text.optional(), "a number from 1"),
  RECORDINGS_MAX_MB: setting(text.optional(), "a number from 1"),
  DIAL_CONCURRENT: setting(text.optional(), "a number, or 0 for no limit"),
  DIAL_MINUTES_PER_DAY: setting(text.optional(), "a number, or 0 for no limit"),
  DIAL_PERSON_CALLS_PER_MINUTE: setting(cap.default(10), CAP_MUST),
  DIAL_PERSON_CONCURRENT: setting(cap.default(4), CAP_MUST),
  DIAL_PERSON_MINUTES_PER_DAY: setting(cap.default(480), CAP_MUST),
  DIAL_STATION_CALLS_PER_MINUTE: setting(cap.default(30), CAP_MUST),
  DIAL_STATION_CONCURRENT: setting(cap.default(20), CAP_MUST),
  DIAL_STATION_MINUTES_PER_DAY: setting(cap.default(3000), CAP_MUST),
  DIAL_VERIFIED_ONLY: setting(z.enum(["true", "false"]).default("false"), FLAG_MUST),
  NUMBER_POOL: setting(text.optional(), "ranges such as +61255500100-+61255500199"),
  REST_PER_SECOND: setting(text.optional(), "a number, or 0 for no limit"),
  CALLS_MAX: setting(text.optional(), "a number from 1"),
  SIP_CALLS_MAX: setting(text.optional(), "a number from 1"),
  SIP_CALLS_PER_ADDRESS: setting(text.optional(), "a number from 1"),
  SIGNAL_PER_ADDRESS: setting(text.optional(), "a number, or 0 for no limit"),
  RTP_PORT_MIN: setting(port.default(20_000), PORT_MUST),
  RTP_PORT_MAX: setting(port.default(29_999), PORT_MUST),
  MEDIA_HOST: setting(z.union([z.ipv4(), z.ipv6()]).optional(), "an IP address"),
  MEDIA_ADDRESS: setting(z.union([z.ipv4(), z.ipv6()]).optional(), "an IP address"),
  TURN_URL: setting(text.optional(), "addresses such as turn:relay.example.com:3478"),
  TURN_SECRET: secret(z.string().min(16).optional(), "at least 16 characters"),
  ALLOWED_ORIGINS: setting(text.optional(), "web origins, separated by commas"),
  EDGES: setting(
    text.refine((edges) => parseEdges(edges) !== null).optional(),
    "names with addresses, such as sydney=syd.example.com, separated by commas",
  ),
  WEBHOOK_HOSTS: setting(list.optional(), "hosts, separated by commas"),
  WEBHOOK_URL: setting(
    origin.transform((value) => new URL(value).origin).optional(),
    "an address without a path, such as http://10.0.0.10:3000",
  ),
  TWILIO_ACCOUNT_SID: setting(sid("AC").optional(), "AC and 32 hexadecimal digits"),
  TWILIO_AUTH_TOKEN: secret(z.string().min(16).optional(), "at least 16 characters"),
  TWILIO_AUTH_TOKEN_SECONDARY: secret(z.string().min(16).optional(), "at least 16 characters"),
  TWILIO_API_KEY: setting(sid("SK").optional(), "SK and 32 hexadecimal digits"),
  TWILIO_API_SECRET: secret(z.string().min(16).optional(), "at least 16 characters"),
  TWILIO_APP_SID: setting(sid("AP").optional(), "AP and 32 hexadecimal digits"),
  TWILIO_API_URL: setting(
    origin.transform((value) => new URL(value).origin).optional(),
    "an address without a path, such as https://api.dublin.ie1.twilio.com",
  ),
  TWILIO_REGION: setting(
    z
      .string()
      .regex(/^[a-z]{2}[0-9]$/)
      .optional(),
    "a region of Twilio, such as au1",
  ),
  TWILIO_EDGE: setting(text.default("roaming"), "an edge of the voice provider"),

  REALTIME_PER_ADDRESS: setting(count(0, 100_000).default(200), "a number, or 0 for no limit"),
  PUSHER_APP_ID: setting(text.optional(), "the id of the app"),
  PUSHER_KEY: setting(text.optional(), "the key of the app"),
  PUSHER_SECRET: secret(z.string().min(8).optional(), "at least 8 characters"),
  PUSHER_HOST: setting(text.optional(), "the host of the realtime service"),
  PUSHER_PORT: setting(port.default(443), PORT_MUST),
  PUSHER_TLS: setting(flag.default(true), FLAG_MUST),
  PUSHER_CLUSTER: setting(text.default("mt1"), "a cluster's name"),

  OIDC_ISSUER: setting(
    webUrl.refine(isSecureOrLoopback).optional(),
    "the https address of an OpenID Connect issuer, or an http one on this machine",
  ),
  OIDC_CLIENT_ID: setting(text.default("linedesk"), "the id of the client at the issuer"),
  OIDC_CLIENT_SECRET: secret(text.optional(), "the secret of the client at the issuer"),
  OIDC_SCOPE: setting(text.default("openid profile email"), "scopes separated by spaces"),
  OIDC_EMAILS_VERIFIED: setting(flag.default(false), FLAG_MUST),
  OIDC_GROUPS_CLAIM: setting(text.default("groups"), "the name of a claim"),
  OIDC_ROLES: setting(text.optional(), "group=CALLSIGN:role pairs, separated by commas"),
  ALLOW_DEMO_SSO: setting(flag.default(false), FLAG_MUST),
  OWNER_EMAIL: setting(z.email().optional(), "an e-mail address"),
  SESSION_SECRET: secret(z.string().min(32).optional(), "at least 32 characters"),
  SSO_COOKIE_SECRET: secret(z.string().min(32).optional(), "at least 32 characters"),
  SESSION_IDLE_MINUTES: setting(count(5, 43_200).default(720), "minutes from 5 to 43200"),
  SESSION_MAX_HOURS: setting(count(1, 8760).default(24), "hours from 1 to 8760"),

  BACKUP_STAMP: setting(text.optional(), "the path of a file"),
  BACKUP_KEY: setting(
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
    "the public key that linedesk backup-key shows",
  ),
  BACKUP_KEEP: setting(count(1, 10_000).default(14), "a number from 1 to 10000"),
  STATIONS: setting(text.optional(), "the path of a JSON file"),
  DEMO_DATA: setting(flag.optional(), FLAG_MUST),
  PHONE_ENABLED: setting(flag.optional(), FLAG_MUST),
  SOUNDS_URL: setting(text.default("/sounds"), "an address or a path"),
  PROMO_URL: setting(webUrl.optional(), "an address such as https://promo.example.com/api"),
  PROMO_SECRET: secret(z.string().min(16).optional(), "at least 16 characters"),
  INTEGRATION_KEY: secret(z.string().min(32).optional(), "at least 32 characters"),
  INTEGRATION_HOSTS: setting(list.optional(), "hosts or host:port, separated by commas"),
  SENTRY_DSN: setting(
    webUrl
      .refine(isSecureOrLoopback)
      .refine((dsn) => new URL(dsn).username !== "")
      .optional(),
    "an address with a key, such as https://key@errors.example.com/1",
  ),
  SENTRY_ERROR_RATE: setting(rate.default(1), RATE_MUST),
  SENTRY_TRACE_RATE: setting(rate.default(1), RATE_MUST),
  SENTRY_REPLAY_SESSION_RATE: setting(rate.default(1), RATE_MUST),
  SENTRY_REPLAY_ERROR_RATE: setting(rate.default(1), RATE_MUST),
  SENTRY_REPLAY_MIN_S: setting(count(0, 50).default(5), "seconds from 0 to 50"),
  SENTRY_REPLAY_MAX_S: setting(count(60, 3600).default(3600), "seconds from 60 to 3600"),
  ANALYTICS_URL: setting(
    origin
      .refine(isSecureOrLoopback)
      .transform((value) => new URL(value).origin)
      .optional(),
    "the https address of a PostHog server, such as https://eu.i.posthog.com",
  ),
  ANALYTICS_KEY: setting(text.optional(), "the key of the project at that server"),
  SITE_ANALYTICS: setting(flag.default(false), FLAG_MUST),
  SUPPORT_PHONE: setting(text.optional(), "a telephone number"),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = { [N in SettingName]: z.output<(typeof settings)[N]["schema"]> };
