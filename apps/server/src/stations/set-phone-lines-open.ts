import type { PhoneLine } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { updatePhoneLinesOpen } from "./phone-line-store.ts";
import { readPhoneLines } from "./phone-lines.ts";

export interface OpenLinesRequest {
  station: string;
  phoneLine: string | undefined;
  open: boolean;
  actor: Actor;
}

/** Opens or closes one line, or all; every seat is told of those that changed. */
export async function setPhoneLinesOpen(db: Db, request: OpenLinesRequest): Promise<PhoneLine[]> {
  return db.transaction().execute(async (trx) => {
    const { station, open } = request;
    const lines = await readPhoneLines(trx, station);
    const line = request.phoneLine ?? null;
    if (line !== null && !lines.some((one) => one.id === line)) {
      throw new ApiError("not_found", "The station has no such phone line.");
    }
    const changed = await updatePhoneLinesOpen(trx, { station, line }, open);
    for (const id of changed.toSorted()) {
      await recordAudit(trx, {
        actor: request.actor,
        action: open ? "line.opened" : "line.closed",
        station,
        subject: ["phone_line", id],
      });
    }
    const after = await readPhoneLines(trx, station);
    for (const phoneLine of after.filter((one) => changed.includes(one.id))) {
      await publish(trx, station, { type: "line.changed", phoneLine });
    }
    return line === null ? after : after.filter((one) => one.id === line);
  });
}
