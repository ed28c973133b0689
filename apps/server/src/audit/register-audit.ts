import * as z from "zod";

import type { Clock } from "@linedesk/base";
import { exportAudit as exportEndpoint, listAudit } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { exportAudit, readAudit } from "./read-audit.ts";

export function registerAudit(
  api: Api,
  { db, clock }: { db: Db; clock: Pick<Clock, "now"> },
): void {
  api.serve(listAudit, async (call) => {
    const { params, query } = call;
    requireWords(query.object, await call.findMasking());
    return readAudit(db, { ...query, station: params.id });
  });
  api.serve(exportEndpoint, async (call) => {
    const { params, body, actor, user } = call;
    const { cursor: sealed, ...filters } = body;
    requireWords(filters.object, await call.findMasking());
    const station = params.id;
    const taken = { action: "audit.exported", user: user.id, filters: { ...filters, station } };
    const cursor = api.exportCursors.open(taken, sealed);
    const now = new Date(clock.now());
    const page = await exportAudit(db, { station, filters, cursor, actor, now });
    return { ...page, nextCursor: api.exportCursors.seal(taken, page.nextCursor) };
  });
}

const uuid = z.uuid();

/**
 * Refuses digits in a search by a person who sees masked numbers, because the person could find out
 * a number digit by digit.
 */
function requireWords(object: string | undefined, masking: string | null): void {
  if (masking !== null && /\p{Nd}/u.test(object ?? "") && !uuid.safeParse(object).success) {
    throw new ApiError("digits_of_masked_audit", {
      fields: { object: "must_be_words_or_id" },
    });
  }
}
