import {
  callList,
  callQueue,
  checkForAir as checkForAirEndpoint,
  describeCall,
  type Endpoint,
  type EndpointAnswer,
  handleCall,
  handleHold,
  rejectCalls as rejectCallsEndpoint,
  reportQuality,
  subscribeCalls,
  unsubscribeCalls,
} from "@linedesk/contract";
import { findLastActor } from "../../platform/db/audit-store.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { stationSeq } from "../../platform/realtime/publish.ts";
import { holdOrResume } from "../actions/hold-or-resume.ts";
import { rejectCalls } from "../actions/reject-calls.ts";
import { readCallList, readCallQueue, readSubscription } from "../call-list.ts";
import { changeCall } from "../change-call.ts";
import { assertSeen } from "../change-detail.ts";
import { checkForAir } from "../check-for-air.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import type { CallRecord } from "../store/call-record.ts";
import { countQualityReports, hasHadLeg, insertQualityReport } from "../store/quality-store.ts";
import { handleAction } from "./handle-action.ts";
import { mapTelephonyErrors, requireCall } from "./require-call.ts";

export function registerCalls(api: Api, deps: DeskDeps): void {
  api.serveChanged(
    callQueue,
    async ({ query }) => query.since === (await stationSeq(deps.db, query.station)),
    ({ query }) => readCallQueue(deps.db, query.station),
  );
  api.serve(callList, ({ query }) => readCallList(deps.db, query.station));
  api.serve(subscribeCalls, ({ body }) => readSubscription(deps, body));
  // A subscription ends when the console leaves the channel. The server stores nothing for it.
  api.serve(unsubscribeCalls, async () => ({}));
  api.serve(handleCall, (request) => handleAction(deps, request));
  api.serve(handleHold, (request) => hold(deps, request));
  api.serve(rejectCallsEndpoint, (request) => reject(deps, request));
  api.serve(describeCall, (request) => describe(deps, request));
  api.serve(checkForAirEndpoint, async (request) => {
    const { call: id, ...checks } = request.body;
    await requireCall(request, { deps, id }, "screen");
    return {
      call: presentCall(await checkForAir(deps, { call: id, checks, actor: request.actor })),
    };
  });
  api.serve(reportQuality, (request) => report(deps, request));
}

type Answer<E extends Endpoint> = Promise<EndpointAnswer<E>>;

async function hold(
  deps: DeskDeps,
  request: ApiCall<typeof handleHold>,
): Answer<typeof handleHold> {
  const { body } = request;
  const { call, seat } = await requireCall(request, { deps, id: body.call }, "screen");
  const { line, device, evenIfNotReady, privately } = body;
  const fields = { call, hold: body.hold, line, device, seat, evenIfNotReady, privately };
  const answer = await mapTelephonyErrors(() => holdOrResume(deps, fields));
  return { call: presentCall(answer.call), claim: answer.claim };
}

async function reject(
  deps: DeskDeps,
  request: ApiCall<typeof rejectCallsEndpoint>,
): Answer<typeof rejectCallsEndpoint> {
  const ids = [...new Set(request.body.calls)];
  const permission = ids.length > 1 ? "desk" : "reject";
  const calls: CallRecord[] = [];
  for (const id of ids) {
    calls.push((await requireCall(request, { deps, id }, permission)).call);
  }
  const seat = { user: request.user, actor: request.actor };
  // For a request without `named` that has only one call, this call counts as named.
  const named = new Set(request.body.named ?? (ids.length === 1 ? ids : []));
  const fields = { calls, named, dryRun: request.body.dryRun ?? false, seat };
  return mapTelephonyErrors(() => rejectCalls(deps, fields));
}

async function describe(
  deps: DeskDeps,
  request: ApiCall<typeof describeCall>,
): Answer<typeof describeCall> {
  const { call, seat } = await requireCall(request, { deps, id: request.body.call }, "screen");
  const { description, seen } = request.body;
  const target = { call: call.id, actor: seat.actor };
  const { after } = await changeCall(deps, target, async (locked, trx) => {
    if (locked.description === description) {
      return null;
    }
    if (seen !== undefined && seen !== locked.description) {
      const by = await findLastActor(trx, { subjectId: call.id, ...describedCall });
      assertSeen({ value: locked.description, by }, seen, description);
    }
    return { fields: { description }, action: "call.described" };
  });
  return { call: presentCall(after) };
}

const describedCall = { actions: ["call.described"], detail: {} };

/** A softphone sends one report at the end of each leg, and a call has few legs. */
const MOST_REPORTS = 60;

async function report(
  deps: DeskDeps,
  request: ApiCall<typeof reportQuality>,
): Answer<typeof reportQuality> {
  const { call } = await requireCall(request, { deps, id: request.params.call }, "screen");
  const { samples, report: ofLeg = null } = request.body;
  if (samples.length === 0 && ofLeg === null) {
    return {};
  }
  const user = request.user.id;
  if (!(await hasHadLeg(deps.db, call.id, user))) {
    throw new ApiError("call_never_yours");
  }
  if ((await countQualityReports(deps.db, call.id, user)) >= MOST_REPORTS) {
    throw new ApiError("quality_reports_full");
  }
  await insertQualityReport(deps.db, {
    call: call.id,
    user,
    at: new Date(deps.clock.now()),
    samples,
    report: ofLeg,
  });
  return {};
}
