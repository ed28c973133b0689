import type { Config } from "../config/config.ts";
import { RestTelephony } from "./rest-telephony.ts";

/** The telephony service of the configuration; nothing is asked of it before the first command. */
export function openTelephony(telephony: Config["telephony"]): RestTelephony {
  const isOurs = telephony.kind === "exchange";
  return new RestTelephony({
    ...telephony,
    mayCreateNumbers: isOurs,
    mayWithdrawTokens: isOurs,
    countsPackets: isOurs,
  });
}
