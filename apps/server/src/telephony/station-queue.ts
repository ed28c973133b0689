import type { Db } from "../platform/db/database.ts";
import type { AccountQueue } from "./account-resources.ts";
import type { ServiceNames } from "./service-names.ts";
import { findQueueSid, listQueues, saveQueueSid, type StationQueue } from "./telephony-store.ts";
import type { Provisioning } from "./telephony.ts";

export interface QueueDeps {
  db: Db;
  telephony: Provisioning;
  names: ServiceNames;
}

export async function findOrCreateQueueSid(deps: QueueDeps, station: string): Promise<string> {
  const stored = await findQueueSid(deps.db, station);
  if (stored !== null) {
    return stored;
  }
  const known = await deps.telephony.account.listQueues();
  return provisionStationQueue(deps, known, { station, queueSid: null });
}

/** Ensures that the telephony service has the station's queue, whatever the record says. */
export async function provisionStationQueue(
  { db, telephony, names }: QueueDeps,
  known: readonly AccountQueue[],
  { station, queueSid }: StationQueue,
): Promise<string> {
  const name = names.queue(station);
  const found = known.find((queue) => queue.name === name);
  const sid = found?.sid ?? (await telephony.account.createQueue(name));
  if (sid !== queueSid) {
    await saveQueueSid(db, station, sid);
  }
  return sid;
}

/** Returns the sids of the stations' queues that exist. */
export async function knownQueueSids(db: Db): Promise<string[]> {
  return (await listQueues(db)).flatMap(({ queueSid }) => (queueSid === null ? [] : [queueSid]));
}
