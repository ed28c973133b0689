import type { Db } from "../db/database.ts";
import type { Telephony } from "./telephony.ts";
import { findQueueSid, listQueues, saveQueueSid } from "./telephony-store.ts";

/** The name of a station's queue at the telephony service. */
export const queueOf = (station: string): string => `station:${station}`;

export interface QueueDeps {
  db: Db;
  telephony: Pick<Telephony, "ensureQueue">;
}

/** The sid of the station's queue at the telephony service, which is made there if need be. */
export const queueSidOf = async (deps: QueueDeps, station: string): Promise<string> =>
  (await findQueueSid(deps.db, station)) ?? makeQueue(deps, station);

/** Makes sure that the telephony service has the station's queue, whatever we believed before. */
export const makeQueue = async (deps: QueueDeps, station: string): Promise<string> => {
  const sid = await deps.telephony.ensureQueue(queueOf(station));
  await saveQueueSid(deps.db, station, sid);
  return sid;
};

/** Sids of every station's queue, as far as they are made. */
export const knownQueueSids = async (db: Db): Promise<string[]> =>
  (await listQueues(db)).flatMap(({ queueSid }) => (queueSid === null ? [] : [queueSid]));
