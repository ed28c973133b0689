import { readExchangeLoad } from "../../telephony/exchange-load.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { readTelephonyState } from "../../telephony/telephony-state.ts";
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
  const { state, exchangesAway = [] } = await readTelephonyState(db, services.names);
  const up = state === "down" ? [] : services.all.filter(isNoneOf(exchangesAway));
  for (const one of up) {
    if (await takesCalls(one)) {
      return one.service;
    }
  }
  return (up[0] ?? services.first).service;
}

function isNoneOf(names: readonly string[]) {
  return ({ service }: { service: string }) => !names.includes(service);
}

/** Twilio does not drain, and the monitor's last look tells whether it is up. */
async function takesCalls({ config }: TelephonyService): Promise<boolean> {
  if (config.kind === "twilio") {
    return true;
  }
  const load = await readExchangeLoad(config.apiUrl);
  return load !== null && !load.draining;
}
