import type { Db } from "../platform/db/database.ts";
import type { AccountQueue } from "./account-resources.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { findQueueSid, listQueues, saveQueueSid, type StationQueue } from "./telephony-store.ts";

export interface QueueDeps {
  db: Db;
  at: Pick<TelephonyService, "service" | "telephony" | "names">;
}

export async function findOrCreateQueueSid(deps: QueueDeps, station: string): Promise<string> {
  const { db, at } = deps;
  const stored = await findQueueSid(db, { service: at.service, station });
  if (stored !== null) {
    return stored;
  }
  const known = await at.telephony.account.listQueues();
  return provisionStationQueue(deps, known, { station, queueSid: null });
}

/**
 * Ensures that the telephony service has the station's queue, even if our record says that it
 * exists.
 */
export async function provisionStationQueue(
  { db, at: { service, telephony, names } }: QueueDeps,
  known: readonly AccountQueue[],
  { station, queueSid }: StationQueue,
): Promise<string> {
  const name = names.queue(station);
  const found = known.find((queue) => queue.name === name);
  const sid = found?.sid ?? (await telephony.account.createQueue(name));
  if (sid !== queueSid) {
    await saveQueueSid(db, { service, station }, sid);
  }
  return sid;
}

/** Returns the recorded sids of the stations' queues at the telephony service. */
export async function knownQueueSids(db: Db, service: string): Promise<string[]> {
  return (await listQueues(db, service)).flatMap(({ queueSid }) =>
    queueSid === null ? [] : [queueSid],
  );
}
