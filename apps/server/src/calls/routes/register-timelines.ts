import { readTimeline, reportTrouble } from "@linedesk/contract";
import type { EndpointAnswer } from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { readCallTimeline } from "../call-timeline.ts";
import type { CallDeps } from "../change-call.ts";
import { presentCall } from "../present-call.ts";
import { countFaultReports, insertTrouble } from "../store/timeline-store.ts";
import { requireCall } from "./require-call.ts";

/** Further fault reports of one call add nothing new, so the server refuses them. */
const MOST_TROUBLES = 200;

export function registerTimelines(api: Api, deps: CallDeps): void {
  api.serve(readTimeline, (request) => read(deps, request));
  api.serve(reportTrouble, (request) => report(deps, request));
}

async function read(
  deps: CallDeps,
  request: ApiCall<typeof readTimeline>,
): Promise<EndpointAnswer<typeof readTimeline>> {
  const { call } = await requireCall(request, { deps, id: request.params.call }, "screen");
  const { cursor = "0", limit } = request.query;
  if (!/^\d+$/.test(cursor)) {
    throw new ApiError("cursor_unknown", {
      fields: { cursor: "must_be_earlier_cursor" },
    });
  }
  const page = await readCallTimeline(deps.db, { call: call.id, from: Number(cursor), limit });
  return { call: presentCall(call), ...page };
}

async function report(
  deps: CallDeps,
  request: ApiCall<typeof reportTrouble>,
): Promise<EndpointAnswer<typeof reportTrouble>> {
  const { call } = await requireCall(request, { deps, id: request.params.call }, "screen");
  const { code, line } = request.body;
  if ((await countFaultReports(deps.db, call.id)) >= MOST_TROUBLES) {
    throw new ApiError("fault_reports_full");
  }
  const at = new Date(deps.clock.now());
  await insertTrouble(deps.db, { call: call.id, user: request.user.id, at, code, line });
  return {};
}
