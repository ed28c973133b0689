import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { type LogFormat, readNumberRanges } from "@linedesk/base";
import { findBackupStamp } from "./backup-stamp.ts";
import { buildDiallingConfig, type DiallingConfig } from "./dialling-config.ts";
import { hostInUrl, isUnspecifiedAddress, isLoopback } from "./is-loopback.ts";
import { listServices } from "./list-services.ts";
import { buildMonitoringConfig, type MonitoringConfig } from "./monitoring-config.ts";
import type { Secrets } from "./secrets.ts";
import { buildServices, type ServiceConfig } from "./service-config.ts";
import { findSettingsConflict, publicAddress } from "./settings-conflict.ts";
import { settings, type SettingName, type Settings } from "./settings.ts";

export class ConfigError extends Error {
  override name = "ConfigError";
  readonly code = "config_invalid";
}

type Environment = Record<string, string | undefined>;

export function readSettings(env: Environment = process.env): Settings {
  const values: Partial<Record<SettingName, unknown>> = {};
  const wrong: string[] = [];
  for (const name of Object.keys(settings) as SettingName[]) {
    try {
      values[name] = readSetting(name, env);
    } catch (error) {
      if (!(error instanceof ConfigError)) {
        throw error;
      }
      wrong.push(error.message);
    }
  }
  if (wrong.length > 0) {
    throw new ConfigError(wrong.join("\n"));
  }
  const given = values as Settings;
  const problem = findSettingsConflict(given);
  if (problem !== null) {
    throw new ConfigError(problem);
  }
  return Object.freeze(given);
}

function readSetting(name: SettingName, env: Environment): unknown {
  const { schema, expected: must, secret } = settings[name];
  const given = secret ? (readSecretFile(name, env) ?? env[name]) : env[name];
  // An empty value counts as absent, as in `PUBLIC_URL= npm start`.
  const parsed = schema.safeParse(given === "" ? undefined : given);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ConfigError(
    secret
      ? `${name} is not valid: it must be ${must}.`
      : `${name} is "${given ?? ""}": it must be ${must}.`,
  );
}

function readSecretFile(name: SettingName, env: Environment): string | undefined {
  const path = env[`${name}_FILE`];
  if (path === undefined || path === "") {
    return undefined;
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE is "${path}": this file cannot be read.`, { cause: error });
  }
}

export interface TlsFiles {
  cert: string;
  key: string;
}

/**
 * Returns the hosts from which sounds may come: with Twilio alone every host, otherwise those of
 * WEBHOOK_HOSTS, by default none.
 */
function chooseSoundHosts(given: Settings): readonly string[] {
  const isTwilioAlone = listServices(given).every(({ url }) => url === null);
  return isTwilioAlone ? ["*"] : (given.WEBHOOK_HOSTS ?? []);
}

export interface Config {
  environment: Settings["NODE_ENV"];
  dataDir: string;
  /** The file that every backup updates, and whether a setting names it. */
  backupStamp: { path: string; isGiven: boolean };
  stationsFile: string | null;
  numberPool: ReadonlySet<string>;
  log: { level: string; keepPii: boolean; format: LogFormat };
  http: {
    host: string;
    port: number;
    /** Plain HTTP on loopback, for the webhooks of the embedded exchange and the hub's REST. */
    internalPort: number;
    tls: TlsFiles | "self-signed" | null;
    publicUrl: string;
    /** Is true when the configuration sets the public URL, so that no other origin is ours. */
    publicUrlGiven: boolean;
    trustProxy: string[];
    rateLimitPerMinute: number;
    /**
     * The time for which a server that is about to end still accepts requests. With `null` it
     * depends on whether other servers run.
     */
    drainMs: number | null;
  };
  /** The role of `ownerUrl` migrates the database; without it, that of `url` does. */
  database: { url: string | null; ownerUrl: string | null; poolSize: number };
  /** The first of the services, for what needs one account. */
  telephony: ServiceConfig;
  /** The telephony services in order of preference; never empty. */
  services: readonly ServiceConfig[];
  realtime: {
    appId: string;
    key: string;
    secret: string;
    cluster: string;
    /** The limit of sockets per address at our own hub; `Infinity` means no limit. */
    perAddress: number;
    /** The value `null` selects our own hub at this server's own address. */
    external: { host: string; port: number; tls: boolean } | null;
  };
  auth: {
    /** The value `null` selects the embedded issuer at `/sso`. */
    issuer: string | null;
    clientId: string;
    clientSecret: string;
    scope: string;
    /** Is true when the issuer verifies every e-mail address but sends no claim about it. */
    emailsVerified: boolean;
    groupsClaim: string;
    groupRoles: string | null;
    allowDemoSso: boolean;
    ownerEmail: string | null;
    sessionSecret: string;
    sessionIdleMs: number;
    sessionMaxMs: number;
    ssoCookieSecret: string;
  };
  dialling: DiallingConfig;
  demoData: boolean;
  phoneEnabled: boolean;
  isPublic: boolean;
  soundsUrl: string;
  supportPhone: string | null;
  /** An outside promotion system; `null` selects the built-in registry. */
  promotion: { url: string; secret: string } | null;
  /**
   * The key that encrypts the integrations' secrets, and the internal hosts to which webhooks may
   * be sent.
   */
  integrations: { key: string; hosts: string[] };
  soundHosts: readonly string[];
  monitoring: MonitoringConfig;
}

function buildTlsConfig(given: Settings): Config["http"]["tls"] {
  if (given.TLS_CERT !== undefined && given.TLS_KEY !== undefined) {
    return { cert: given.TLS_CERT, key: given.TLS_KEY };
  }
  // Browsers allow no microphone over plain HTTP beyond loopback, so other hosts get a certificate.
  return isLoopback(given.HOST) || given.PUBLIC_URL !== undefined ? null : "self-signed";
}

function buildHttpConfig(given: Settings): Config["http"] {
  const tls = buildTlsConfig(given);
  const shown = isUnspecifiedAddress(given.HOST) ? "localhost" : hostInUrl(given.HOST);
  return {
    host: given.HOST,
    port: given.PORT,
    internalPort: given.INTERNAL_PORT,
    tls,
    publicUrl: given.PUBLIC_URL ?? `${tls === null ? "http" : "https"}://${shown}:${given.PORT}`,
    publicUrlGiven: given.PUBLIC_URL !== undefined,
    trustProxy: given.TRUST_PROXY ?? (given.PUBLIC_URL === undefined ? [] : ["loopback"]),
    rateLimitPerMinute: given.RATE_LIMIT,
    drainMs: given.DRAIN_SECONDS === undefined ? null : given.DRAIN_SECONDS * 1_000,
  };
}

function buildRealtimeConfig(given: Settings, secrets: Secrets): Config["realtime"] {
  return {
    appId: given.PUSHER_APP_ID ?? secrets.pusherAppId,
    key: given.PUSHER_KEY ?? secrets.pusherKey,
    secret: given.PUSHER_SECRET ?? secrets.pusherSecret,
    cluster: given.PUSHER_CLUSTER,
    perAddress: given.REALTIME_PER_ADDRESS || Number.POSITIVE_INFINITY,
    external:
      given.PUSHER_HOST === undefined
        ? null
        : { host: given.PUSHER_HOST, port: given.PUSHER_PORT, tls: given.PUSHER_TLS },
  };
}

function buildAuthConfig(given: Settings, secrets: Secrets): Config["auth"] {
  return {
    issuer: given.OIDC_ISSUER ?? null,
    clientId: given.OIDC_CLIENT_ID,
    clientSecret: given.OIDC_CLIENT_SECRET ?? secrets.oidcClientSecret,
    scope: given.OIDC_SCOPE,
    emailsVerified: given.OIDC_EMAILS_VERIFIED,
    groupsClaim: given.OIDC_GROUPS_CLAIM,
    groupRoles: given.OIDC_ROLES ?? null,
    allowDemoSso: given.ALLOW_DEMO_SSO,
    ownerEmail: given.OWNER_EMAIL ?? null,
    sessionSecret: given.SESSION_SECRET ?? secrets.sessionSecret,
    sessionIdleMs: given.SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: given.SESSION_MAX_HOURS * 3_600_000,
    ssoCookieSecret: given.SSO_COOKIE_SECRET ?? secrets.ssoCookieSecret,
  };
}

export function makeConfig(given: Settings, secrets: Secrets): Config {
  const demonstration = given.NODE_ENV !== "production";
  const services = buildServices(given, secrets);
  return {
    environment: given.NODE_ENV,
    dataDir: resolve(given.LINEDESK_DATA),
    backupStamp: { path: findBackupStamp(given), isGiven: given.BACKUP_STAMP !== undefined },
    stationsFile: given.STATIONS ?? null,
    numberPool: new Set(readNumberRanges(given.NUMBER_POOL ?? "")),
    log: { level: given.LOG_LEVEL, keepPii: given.LOG_PII, format: given.LOG_FORMAT ?? "json" },
    http: buildHttpConfig(given),
    database: {
      url: given.DATABASE_URL ?? null,
      ownerUrl: given.DATABASE_OWNER_URL ?? null,
      poolSize: given.DATABASE_POOL,
    },
    telephony: services[0],
    services,
    realtime: buildRealtimeConfig(given, secrets),
    auth: buildAuthConfig(given, secrets),
    dialling: buildDiallingConfig(given),
    demoData: given.DEMO_DATA ?? demonstration,
    // On a public address the telephone needs a setting, because anybody can use it.
    phoneEnabled: demonstration && (given.PHONE_ENABLED ?? publicAddress(given) === null),
    isPublic: publicAddress(given) !== null,
    soundsUrl: given.SOUNDS_URL,
    supportPhone: given.SUPPORT_PHONE ?? null,
    promotion:
      given.PROMO_URL === undefined || given.PROMO_SECRET === undefined
        ? null
        : { url: given.PROMO_URL, secret: given.PROMO_SECRET },
    integrations: {
      key: given.INTEGRATION_KEY ?? secrets.integrationKey,
      hosts: given.INTEGRATION_HOSTS ?? [],
    },
    // Twilio can fetch from public addresses anywhere, but not from an internal network.
    soundHosts: chooseSoundHosts(given),
    monitoring: buildMonitoringConfig(given),
  };
}
