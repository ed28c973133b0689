import { may } from "@linedesk/contract";
import { readMembers } from "../people/members.ts";
import type { Trx } from "../platform/db/database.ts";
import { publish, publishToUser } from "../platform/realtime/publish.ts";

/**
 * Which lines feed the air is other than it was: every desk asks anew, and the sockets of
 * who may not go to air end, for which more may have been signed than they may now.
 */
export async function publishFeedsChanged(trx: Trx, station: string): Promise<void> {
  await publish(trx, station, { type: "station.stale" });
  for (const { user, role } of await readMembers(trx, station)) {
    if (!may(role, "air")) {
      await publishToUser(trx, user, { type: "rights.changed" });
    }
  }
}
