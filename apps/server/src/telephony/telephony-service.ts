import type { Config } from "../config/config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import type { Db } from "../platform/db/database.ts";
import { openTelephony } from "./open-telephony.ts";
import { readServiceNames, type ServiceNames } from "./service-names.ts";
import { ServiceSet } from "./service-set.ts";
import type { Telephony } from "./telephony.ts";
import { VoiceUrls } from "./voice-urls.ts";

/** One of the site's telephony services, with what the server needs to use it. */
export interface TelephonyService {
  readonly service: string;
  readonly config: ServiceConfig;
  readonly telephony: Telephony;
  /** The addresses at which this service reaches the servers. */
  readonly urls: VoiceUrls;
  readonly names: ServiceNames;
}

interface ServiceDeps {
  db: Db;
  config: Pick<Config, "services" | "http">;
  /** The address of the servers for our exchanges. */
  webhookUrl: string;
}

export async function openServices(deps: ServiceDeps): Promise<ServiceSet<TelephonyService>> {
  const { services } = deps.config;
  return new ServiceSet(await Promise.all(services.map((config) => openService(deps, config))));
}

async function openService(
  { db, config: site, webhookUrl }: ServiceDeps,
  config: ServiceConfig,
): Promise<TelephonyService> {
  const telephony = openTelephony(config);
  const { keepsCallers } = telephony.policy;
  const isBeside = site.services.length > 1;
  // Twilio cannot reach an internal address.
  const base = isBeside && config.kind === "twilio" ? site.http.publicUrl : webhookUrl;
  const { service } = config;
  return {
    service,
    config,
    telephony,
    urls: new VoiceUrls(base, { keepsCallers, service: isBeside ? service : null }),
    names: await readServiceNames(db, telephony.policy),
  };
}

/** Opens the telephony services for work without webhooks. */
export function openTelephonies(services: readonly ServiceConfig[]) {
  return new ServiceSet(
    services.map((config) => ({ service: config.service, telephony: openTelephony(config) })),
  );
}

/** Returns the account's tokens; while one is replaced, either may have signed a request. */
export function listAuthTokens({ config }: TelephonyService): string[] {
  const { authToken, secondaryAuthToken } = config;
  return secondaryAuthToken === null ? [authToken] : [authToken, secondaryAuthToken];
}
