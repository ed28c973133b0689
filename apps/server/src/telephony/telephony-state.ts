import type { PartState } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { listServiceStates } from "./telephony-store.ts";

/** `state` is `down` when no telephony service is up. */
export interface TelephonyState {
  state: PartState;
  /** The services that are down while another one is up; absent when there is only one service. */
  exchangesAway?: string[];
}

/** Returns the last known state of the named services; one without a record counts as up. */
export async function readTelephonyState(
  db: Db,
  services: readonly string[],
): Promise<TelephonyState> {
  const states = await listServiceStates(db);
  const down = services.filter((service) => states.get(service) === "down");
  const state = down.length === services.length ? "down" : "up";
  const exchangesAway = state === "down" ? [] : down;
  return { state, ...(services.length > 1 ? { exchangesAway } : {}) };
}
