import { SealBrokenError, type SecretSeal } from "../integrations/secret-seal.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import type { GivenTrunk } from "../telephony/exchange-trunks.ts";
import { findTrunks, type TrunkFields, type TrunkRow } from "./trunk-store.ts";

export interface GiveTrunksDeps {
  db: Db;
  log: Logger;
  seal: SecretSeal;
  /** False: the exchange did not take them. */
  give: (trunks: readonly GivenTrunk[]) => Promise<boolean>;
}

const KEEP_ALIVE_S = 30;

/**
 * Lets the exchange have every trunk of the admin area and no other. What it does not take
 * now it is given with the next round.
 */
export async function giveTrunks({ db, log, seal, give }: GiveTrunksDeps): Promise<void> {
  const given = (await findTrunks(db)).flatMap((row) => {
    const password = openPassword(row, { seal, log });
    return password === undefined ? [] : [writeTrunk(row, password)];
  });
  if (!(await give(given))) {
    log.warn("the exchange did not take the trunks");
  }
}

/** Undefined: it was sealed with another key, and must be typed again. */
function openPassword(
  { id, password }: TrunkRow,
  { seal, log }: Pick<GiveTrunksDeps, "seal" | "log">,
): string | null | undefined {
  try {
    return password === null ? null : seal.open(password, id);
  } catch (err) {
    if (!(err instanceof SealBrokenError)) {
      throw err;
    }
    log.error({ err, trunk: id }, "the password of a trunk cannot be read");
    return undefined;
  }
}

/** As the exchange is told of it; `password` is not sealed. */
export function writeTrunk(
  fields: Omit<TrunkFields, "password">,
  password: string | null,
): GivenTrunk {
  const { username } = fields;
  return {
    name: fields.name,
    hosts: [fields.host],
    transport: fields.transport,
    ...(username === null || password === null ? {} : { username, password }),
    register: fields.registers,
    numberFormat: fields.number_format,
    keepAliveS: fields.asks ? KEEP_ALIVE_S : 0,
  };
}
