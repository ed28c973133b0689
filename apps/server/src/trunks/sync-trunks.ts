import { SealBrokenError, type SecretSeal } from "../integrations/secret-seal.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import type { GivenTrunk } from "../telephony/exchange-trunks.ts";
import { writeTrunk } from "./trunk-fields.ts";
import { findTrunks, type TrunkRow } from "./trunk-store.ts";

export interface SyncTrunksDeps {
  db: Db;
  log: Logger;
  seal: SecretSeal;
  /** Resolves with `false` if no exchange accepts the trunks. */
  put: (trunks: readonly GivenTrunk[]) => Promise<boolean>;
}

/**
 * Sends the trunks of the admin area, without those whose password cannot be decrypted. The
 * exchange then drops all other trunks except those of its own settings. A list that the exchange
 * refused is sent again in the next round.
 */
export async function syncTrunks({ db, log, seal, put }: SyncTrunksDeps): Promise<void> {
  const trunks = (await findTrunks(db)).flatMap((row) => {
    const password = openPassword(row, { seal, log });
    return password === undefined ? [] : [writeTrunk(row, password)];
  });
  if (!(await put(trunks))) {
    log.warn("trunk sync refused");
  }
}

/**
 * Returns `undefined` for a password that was encrypted with another key and must be entered again.
 */
function openPassword(
  { id, password }: TrunkRow,
  { seal, log }: Pick<SyncTrunksDeps, "seal" | "log">,
): string | null | undefined {
  try {
    return password === null ? null : seal.open(password, id);
  } catch (err) {
    if (!(err instanceof SealBrokenError)) {
      throw err;
    }
    log.error({ err, trunk: id }, "trunk password unreadable");
    return undefined;
  }
}
