import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/is-loopback.ts";
import type { Settings } from "../config/settings.ts";
import type { OwnExchange } from "./find-own-exchange.ts";
import { resolveSipHost, type Ports } from "./ports.ts";

type Environment = Record<string, string | undefined>;

export interface EnvironmentOptions {
  given: Environment;
  settings: Settings;
  config: Config;
  ports: Ports;
  databaseUrl: string;
  /** The exchange that this machine runs. */
  own: OwnExchange | null;
}

/**
 * Removes the settings that name secret files. These files have already been read, and each part
 * gets only its own secrets, as values.
 */
function withoutSecretFiles(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !name.endsWith("_FILE")));
}

export function serverEnvironment(parts: EnvironmentOptions): Environment {
  return {
    ...parts.given,
    LINEDESK_DATA: parts.config.dataDir,
    DATABASE_URL: parts.databaseUrl,
    DATABASE_URL_FILE: undefined,
    // The server needs no right beyond those of its own role.
    DATABASE_OWNER_URL: undefined,
    DATABASE_OWNER_URL_FILE: undefined,
    PORT: String(parts.ports.public),
    INTERNAL_PORT: String(parts.ports.internal),
    EXCHANGE_PORT: String(parts.ports.exchange),
    SIP_PORT: String(parts.ports.sip),
  };
}

/**
 * The exchange receives media where it receives SIP. If only browsers may connect from other
 * machines, they need media too, so the exchange then receives media on every interface.
 */
function buildMediaHost(settings: Settings): Environment {
  return isLoopback(settings.HOST) || resolveSipHost(settings) === settings.HOST
    ? {}
    : { MEDIA_HOST: "0.0.0.0" };
}

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** The station's servers are always included, because they handle the calls. */
function listWebhookHosts(
  { WEBHOOK_HOSTS: given, WEBHOOK_URL: url }: Settings,
  internalPort: number,
): Environment {
  if (given === undefined && url === undefined) {
    return {};
  }
  const servers = url === undefined ? [] : [hostWithPort(new URL(url))];
  const hosts = given === undefined ? LOOPBACK_HOSTS : [...given, `127.0.0.1:${internalPort}`];
  return { WEBHOOK_HOSTS: [...hosts, ...servers].join(",") };
}

function hostWithPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

const serverOnly = /^(DATABASE_|PUSHER_|OIDC_|PROMO_|INTEGRATION_|SESSION_|SSO_|TLS_|OWNER_)/;

/** The exchange has no access to the product's database or sessions. */
export function exchangeEnvironment(parts: EnvironmentOptions): Environment {
  const { config, ports, settings, own } = parts;
  const { accountSid, authToken, apiKey, apiSecret } = own?.service ?? config.telephony;
  const inherited = Object.entries(withoutSecretFiles(parts.given)).filter(
    ([name]) => !serverOnly.test(name),
  );
  return {
    ...buildMediaHost(settings),
    ...Object.fromEntries(inherited),
    LINEDESK_DATA: config.dataDir,
    LOG_LEVEL: settings.LOG_LEVEL,
    EXCHANGE_HOST: own?.host ?? undefined,
    EXCHANGE_PORT: String(ports.exchange),
    SIP_HOST: resolveSipHost(settings),
    SIP_PORT: String(ports.sip),
    ...listWebhookHosts(settings, ports.internal),
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_KEY: apiKey,
    TWILIO_API_SECRET: apiSecret,
    TURN_SECRET: settings.TURN_SECRET,
  };
}
