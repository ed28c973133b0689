import type { Trx } from "../platform/db/database.ts";
import { insertVoiceWithdrawal } from "./voice-token-store.ts";

/**
 * In the transaction of what voids them: what this identity was given is withdrawn, and tried again
 * until the telephony service has done so.
 */
export async function voidVoiceTokens(trx: Trx, identity: string, now: Date): Promise<void> {
  await insertVoiceWithdrawal(trx, { identity, now });
}
