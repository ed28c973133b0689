import type { CallLookup } from "./telephony.ts";

/** The service writes its files only once for requests that arrive at the same time. */
const AT_ONCE = 20;

/** Makes the service delete the records of these ended calls. A missing record is no error. */
export async function forgetAll(
  telephony: Pick<CallLookup, "forgetCall">,
  sids: readonly string[],
): Promise<void> {
  for (let at = 0; at < sids.length; at += AT_ONCE) {
    await Promise.all(sids.slice(at, at + AT_ONCE).map((sid) => telephony.forgetCall(sid)));
  }
}
