import { readExchangeLoad } from "../../telephony/exchange-load.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { listServiceStates } from "../../telephony/telephony-store.ts";
import type { DeskDeps } from "../desk-deps.ts";

/**
 * Returns the name of the service that dials: the first one in order of preference that is up and
 * does not drain. An exchange that has just died is left out before the number rings.
 */
export async function chooseExchange({
  db,
  services,
}: Pick<DeskDeps, "db" | "services">): Promise<string> {
  if (services.all.length === 1) {
    return services.first.service;
  }
  const states = await listServiceStates(db);
  const up = services.all.filter(({ service }) => states.get(service) !== "down");
  for (const one of up) {
    if (await takesCalls(one)) {
      return one.service;
    }
  }
  return (up[0] ?? services.first).service;
}

/** Twilio does not drain, and the monitor's last look tells whether it is up. */
async function takesCalls({ config }: TelephonyService): Promise<boolean> {
  if (config.kind === "twilio") {
    return true;
  }
  const load = await readExchangeLoad(config.apiUrl);
  return load !== null && !load.draining;
}
