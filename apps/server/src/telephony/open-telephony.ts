import type { Config } from "../config/config.ts";
import { RestTelephony } from "./rest-telephony.ts";

/** Opens the configured telephony service. Nothing is requested before the first command. */
export function openTelephony(telephony: Config["telephony"]): RestTelephony {
  const isOurs = telephony.kind === "exchange";
  return new RestTelephony({
    ...telephony,
    mayCreateNumbers: isOurs,
    mayWithdrawTokens: isOurs,
    countsPackets: isOurs,
  });
}
