import type { Config } from "../config/config.ts";
import { RestTelephony } from "./rest-telephony.ts";
import { servicePolicy } from "./service-policy.ts";

/** Opens the configured telephony service. Nothing is requested before the first command. */
export function openTelephony(telephony: Config["telephony"]): RestTelephony {
  const isOurs = telephony.kind === "exchange";
  return new RestTelephony({
    ...telephony,
    policy: servicePolicy(telephony.kind),
    mayWithdrawTokens: isOurs,
    countsPackets: isOurs,
  });
}
