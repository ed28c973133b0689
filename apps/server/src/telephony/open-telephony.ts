import type { ServiceConfig } from "../config/service-config.ts";
import { RestTelephony } from "./rest-telephony.ts";
import { servicePolicy } from "./service-policy.ts";

/** Opens a configured telephony service. Nothing is requested before the first command. */
export function openTelephony(telephony: ServiceConfig): RestTelephony {
  const isOurs = telephony.kind === "exchange";
  return new RestTelephony({
    ...telephony,
    policy: servicePolicy(telephony.kind),
    mayWithdrawTokens: isOurs,
    countsPackets: isOurs,
  });
}
