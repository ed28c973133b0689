import type { Db } from "../platform/db/database.ts";
import { findQueueSid, listQueues, saveQueueSid } from "./telephony-store.ts";
import type { Provisioning } from "./telephony.ts";

/** The name of a station's queue at the telephony service. */
export function stationQueueName(station: string): string {
  return `station:${station}`;
}

export interface QueueDeps {
  db: Db;
  telephony: Provisioning;
}

/** The sid of the station's queue at the telephony service, which is made there if need be. */
export async function findOrCreateQueueSid(deps: QueueDeps, station: string): Promise<string> {
  return (await findQueueSid(deps.db, station)) ?? provisionQueue(deps, station);
}

/** Makes sure that the telephony service has the station's queue, whatever we believed before. */
export async function provisionQueue(deps: QueueDeps, station: string): Promise<string> {
  const sid = await deps.telephony.ensureQueue(stationQueueName(station));
  await saveQueueSid(deps.db, station, sid);
  return sid;
}

/** Sids of every station's queue, as far as they are made. */
export async function knownQueueSids(db: Db): Promise<string[]> {
  return (await listQueues(db)).flatMap(({ queueSid }) => (queueSid === null ? [] : [queueSid]));
}
