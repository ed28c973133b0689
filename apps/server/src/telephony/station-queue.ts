import type { Db } from "../platform/db/database.ts";
import { findQueueSid, listQueues, saveQueueSid } from "./telephony-store.ts";
import type { Provisioning } from "./telephony.ts";

export function stationQueueName(station: string): string {
  return `station:${station}`;
}

export interface QueueDeps {
  db: Db;
  telephony: Provisioning;
}

export async function findOrCreateQueueSid(deps: QueueDeps, station: string): Promise<string> {
  return (await findQueueSid(deps.db, station)) ?? provisionQueue(deps, station);
}

/** Ensures that the telephony service has the station's queue, independent of the stored record. */
export async function provisionQueue(deps: QueueDeps, station: string): Promise<string> {
  const sid = await deps.telephony.ensureQueue(stationQueueName(station));
  await saveQueueSid(deps.db, station, sid);
  return sid;
}

/** Returns the sids of the stations' queues that exist. */
export async function knownQueueSids(db: Db): Promise<string[]> {
  return (await listQueues(db)).flatMap(({ queueSid }) => (queueSid === null ? [] : [queueSid]));
}
