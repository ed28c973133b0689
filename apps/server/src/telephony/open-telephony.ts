import type { Config } from "../config/config.ts";
import { RestTelephony } from "./rest-telephony.ts";

/** Opens the configured telephony service. The first command sends the first request. */
export function openTelephony(telephony: Config["telephony"]): RestTelephony {
  const isOurs = telephony.kind === "exchange";
  return new RestTelephony({
    ...telephony,
    mayCreateNumbers: isOurs,
    mayWithdrawTokens: isOurs,
    countsPackets: isOurs,
  });
}
