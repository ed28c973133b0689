import { callerHistory, exportHistory } from "@linedesk/contract";
import { recordAudit } from "../../platform/db/audit-store.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import type { ExportCursors } from "../../platform/http/export-cursors.ts";
import { readCallerHistory } from "../caller-history.ts";
import type { CallDeps } from "../change-call.ts";

export function registerHistory(api: Api, deps: Pick<CallDeps, "db">): void {
  api.serve(callerHistory, ({ params, query: { mine, ...query }, user }) =>
    readCallerHistory(deps.db, {
      ...query,
      station: params.id,
      answeredBy: mine === undefined ? undefined : user.id,
    }),
  );
  api.serve(exportHistory, (call) => exportPage(deps, call, api.exportCursors));
}

const EXPORT_PAGE_SIZE = 1_000;

async function exportPage(
  deps: Pick<CallDeps, "db">,
  { body, params, actor, user }: ApiCall<typeof exportHistory>,
  cursors: ExportCursors,
) {
  const { cursor: sealed, ...sent } = body;
  const { mine, ...filters } = sent;
  const station = params.id;
  const action = "history.exported";
  const taken = { action, user: user.id, filters: { ...sent, station } };
  const cursor = cursors.open(taken, sealed);
  if (cursor === undefined) {
    const details = { filters: Object.keys(sent) };
    await recordAudit(deps.db, { actor, action, station, details });
  }
  const answeredBy = mine === undefined ? undefined : user.id;
  const page = { ...filters, answeredBy, station, cursor, limit: EXPORT_PAGE_SIZE };
  const { items, nextCursor } = await readCallerHistory(deps.db, page);
  return { items, nextCursor: cursors.seal(taken, nextCursor) };
}
