import type { ExchangeState } from "@linedesk/contract";
import type { ServiceConfig } from "../config/service-config.ts";
import type { Db } from "../platform/db/database.ts";
import { readExchangeLoad } from "./exchange-load.ts";
import { listServiceStates } from "./telephony-store.ts";

/** Returns each telephony service of a site that has several; `null` for a site with one. */
export async function readExchangeStates(
  db: Db,
  services: readonly ServiceConfig[],
): Promise<ExchangeState[] | null> {
  if (services.length === 1) {
    return null;
  }
  return Promise.all(
    services.map((one) => (one.kind === "twilio" ? readRemote(db, one) : readOwn(one))),
  );
}

/** `calls` counts each leg, as the drain of an exchange does. */
async function readOwn({ service, apiUrl }: ServiceConfig): Promise<ExchangeState> {
  const load = await readExchangeLoad(apiUrl);
  return load === null
    ? { service, state: "down", isDraining: false, calls: 0 }
    : { service, state: "up", isDraining: load.draining, calls: load.calls };
}

/**
 * Returns the last state that the monitor found, because each check by a further server would be a
 * further request to the Twilio account.
 */
async function readRemote(db: Db, { service }: ServiceConfig): Promise<ExchangeState> {
  const states = await listServiceStates(db);
  return { service, state: states.get(service) ?? "up", isDraining: false, calls: 0 };
}
