import { readExchangeLoad } from "../../telephony/exchange-load.ts";
import { isTrunkDown, readExchangeSip } from "../../telephony/exchange-trunks.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { readTelephonyState } from "../../telephony/telephony-state.ts";
import type { DeskDeps } from "../desk-deps.ts";

/**
 * Returns the name of the service that dials: the first one, in order of preference, that is up,
 * does not drain and has a trunk that works. An exchange that has just died is left out before the
 * number rings. If no exchange has such a trunk, the first one that accepts calls is used to dial.
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
  let fallback: TelephonyService | null = null;
  for (const one of up) {
    const ability = await readAbility(one);
    if (ability === "dials") {
      return one.service;
    }
    fallback ??= ability === "takes_calls" ? one : null;
  }
  return (fallback ?? up[0] ?? services.first).service;
}

function isNoneOf(names: readonly string[]) {
  return ({ service }: { service: string }) => !names.includes(service);
}

/**
 * Returns `null` for an exchange that is down or drains. Twilio is not asked, because it does not
 * drain, and the monitor already knows whether it is up.
 */
async function readAbility({ config }: TelephonyService): Promise<"dials" | "takes_calls" | null> {
  if (config.kind === "twilio") {
    return "dials";
  }
  const [load, sip] = await Promise.all([readExchangeLoad(config.apiUrl), readExchangeSip(config)]);
  if (load === null || load.draining) {
    return null;
  }
  return sip?.trunks.some((trunk) => !isTrunkDown(trunk)) === true ? "dials" : "takes_calls";
}
