import { join, resolve } from "node:path";

import { type Edges, isLoopback } from "@linedesk/base";
import { programEnvironment } from "@linedesk/speech";
import type { AccountConfig } from "../directory/account-config.ts";
import { ConfigError } from "./config-error.ts";
import type { LogOptions } from "./logger.ts";
import { readMediaConfig, type MediaConfig } from "./media-config.ts";
import { exchangeSettings, type Settings, EXPECTED_VALUES } from "./settings.ts";
import { readSipConfig, type SipConfig } from "./sip-config.ts";

export interface ExchangeConfig {
  /** The port of REST, signalling and insights, on loopback; 0 selects a free port. */
  port: number;
  /** The address on which REST, signalling and insights also listen; `null` for loopback only. */
  host: string | null;
  sip: SipConfig;
  media: MediaConfig;
  account: AccountConfig | null;
  /** With `null`, nothing is stored on disk. */
  dataFolder: string | null;
  /** Is true when calls continue after a crash of the exchange. */
  keepsCalls: boolean;
  recordings: { max: number; maxMegabytes: number };
  poolNumbers: readonly string[];
  dialsVerifiedOnly: boolean;
  programEnvironment: Readonly<Record<string, string>>;
  /** The maximum number of requests to the REST API per second; `null` means no limit. */
  restPerSecond: number | null;
  /** The maximum number of concurrent signalling sockets of one address; `null` means no limit. */
  socketsPerAddress: number | null;
  /**
   * The maximum numbers of concurrent calls: in total, by SIP, and inbound from an address that is
   * no trunk.
   */
  calls: { max: number; maxBySip: number; maxPerAddress: number };
  /** Browser origins that may use the signalling; an empty list means those on loopback. */
  allowedOrigins: string[];
  edges: Edges;
  webhookHosts: string[];
  log: LogOptions;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment = process.env): ExchangeConfig {
  return buildConfig(readSettings(env), env);
}

export function readSettings(env: Environment = process.env): Settings {
  // An empty value counts as absent.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = exchangeSettings.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    const wanted =
      name in EXPECTED_VALUES ? EXPECTED_VALUES[name as keyof Settings] : "another value";
    throw new ConfigError(`${name} is not valid: it must be ${wanted}.`);
  }
  return parsed.data;
}

function buildConfig(settings: Settings, env: Environment): ExchangeConfig {
  return {
    port: settings.EXCHANGE_PORT,
    host: readHost(settings, env),
    sip: readSipConfig(settings),
    media: readMediaConfig(settings),
    account: readAccount(settings),
    poolNumbers: settings.NUMBER_POOL,
    dialsVerifiedOnly: settings.DIAL_VERIFIED_ONLY,
    dataFolder: join(resolve(settings.LINEDESK_DATA), "exchange"),
    restPerSecond: settings.REST_PER_SECOND,
    socketsPerAddress: settings.SIGNAL_PER_ADDRESS,
    calls: {
      max: settings.CALLS_MAX,
      maxBySip: settings.SIP_CALLS_MAX,
      maxPerAddress: settings.SIP_CALLS_PER_ADDRESS,
    },
    keepsCalls: settings.KEEP_CALLS,
    programEnvironment: programEnvironment(env),
    recordings: { max: settings.RECORDINGS_MAX, maxMegabytes: settings.RECORDINGS_MAX_MB },
    allowedOrigins: settings.ALLOWED_ORIGINS,
    edges: settings.EDGES ?? new Map(),
    webhookHosts: settings.WEBHOOK_HOSTS,
    log: { level: settings.LOG_LEVEL, format: settings.LOG_FORMAT },
  };
}

/**
 * Refuses an address beyond loopback unless the account and WEBHOOK_HOSTS are set, because their
 * defaults are for a trial on one machine. Throws ConfigError.
 */
function readHost(settings: Settings, env: Environment): string | null {
  const host = settings.EXCHANGE_HOST ?? null;
  if (host === null || isLoopback(host)) {
    return host;
  }
  for (const [name, value] of [
    ["TWILIO_AUTH_TOKEN", settings.TWILIO_AUTH_TOKEN],
    ["WEBHOOK_HOSTS", env["WEBHOOK_HOSTS"]],
  ] as const) {
    if (value === undefined || value === "") {
      throw new ConfigError(
        `EXCHANGE_HOST is ${host}, which other machines reach, so the exchange needs ${name} too.`,
      );
    }
  }
  return host;
}

/**
 * Requires all four values or none, because an incomplete account would lock people out without an
 * error. Throws ConfigError.
 */
function readAccount(settings: Settings): AccountConfig | null {
  const account = {
    TWILIO_ACCOUNT_SID: settings.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: settings.TWILIO_AUTH_TOKEN,
    TWILIO_API_KEY: settings.TWILIO_API_KEY,
    TWILIO_API_SECRET: settings.TWILIO_API_SECRET,
  };
  const missing = Object.entries(account).filter(([, value]) => value === undefined);
  if (missing.length === 4) {
    return null;
  }
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
