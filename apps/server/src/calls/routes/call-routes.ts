import type { FastifyInstance } from "fastify";

import {
  callList,
  callQueue,
  describeCall,
  handleCall,
  handleHold,
  rejectCalls as rejectCallsEndpoint,
  reportQuality,
  subscribeCalls,
  unsubscribeCalls,
  type Endpoint,
  type EndpointAnswer,
  type Permission,
} from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { bindEndpoint, type BindDeps } from "../../platform/http/bind-endpoint.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { acceptCall } from "../actions/accept-call.ts";
import { hangUpCall } from "../actions/hang-up-call.ts";
import { holdOrResume } from "../actions/hold-or-resume.ts";
import { rejectCalls } from "../actions/reject-calls.ts";
import { takeNext } from "../actions/take-next.ts";
import { readCallList, readCallQueue, readSubscription } from "../call-list.ts";
import { changeCall } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import type { Seat } from "../seat.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { countQualityReports, insertQualityReport } from "../store/quality-store.ts";
import { mapTelephonyErrors } from "./telephony-errors.ts";

/** The call, if the person may do this at its station; else the right refusal [RL3, RL4]. */
export async function requireCall<E extends Endpoint>(
  request: ApiCall<E>,
  { deps, id }: { deps: Pick<DeskDeps, "db">; id: string },
  permission: Permission,
): Promise<{ call: CallRecord; seat: Seat }> {
  const call = await findCall(deps.db, id);
  if (call === null) {
    throw new ApiError("not_found", "There is no such call.");
  }
  const thing = { station: call.station, noun: "call" };
  const role = await request.requirePermissionOn(thing, permission);
  return { call, seat: { user: request.user, role, actor: request.actor } };
}

export function registerCallRoutes(app: FastifyInstance, deps: DeskDeps, bind: BindDeps): void {
  bindEndpoint(app, callQueue, ({ query }) => readCallQueue(deps.db, query.station), bind);
  bindEndpoint(app, callList, ({ query }) => readCallList(deps.db, query.station), bind);
  bindEndpoint(app, subscribeCalls, ({ body }) => readSubscription(deps.db, body.station), bind);
  // Leaving the channel is what ends a subscription; nothing is kept for it here.
  bindEndpoint(app, unsubscribeCalls, async () => ({}), bind);
  bindEndpoint(app, handleCall, (request) => handle(deps, request), bind);
  bindEndpoint(app, handleHold, (request) => hold(deps, request), bind);
  bindEndpoint(app, rejectCallsEndpoint, (request) => reject(deps, request), bind);
  bindEndpoint(app, describeCall, (request) => describe(deps, request), bind);
  bindEndpoint(app, reportQuality, (request) => report(deps, request), bind);
}

type Answer<E extends Endpoint> = Promise<EndpointAnswer<E>>;

async function handle(
  deps: DeskDeps,
  request: ApiCall<typeof handleCall>,
): Answer<typeof handleCall> {
  const { action, line, claim, call: id } = request.body;
  if (action === "take_next") {
    return next(deps, request);
  }
  if (id === undefined) {
    throw neededField("call", "Say which call.");
  }
  const { call, seat } = await requireCall(request, { deps, id }, "screen");
  return mapTelephonyErrors(async () => {
    if (action === "hang_up") {
      const ended = await hangUpCall(deps, { call, seat });
      return { call: presentCall(ended), claim: null };
    }
    if (line === undefined) {
      throw neededField("line", "Say on which line.");
    }
    if (action !== "accept" && action !== "take_over") {
      throw new ApiError("bad_request", `There is no action ${action} yet.`);
    }
    const accepted = await acceptCall(deps, { call, kind: action, line, seat, claim });
    return { call: presentCall(accepted.call), claim: accepted.claim };
  });
}

async function next(
  deps: DeskDeps,
  request: ApiCall<typeof handleCall>,
): Answer<typeof handleCall> {
  const { station, line, claim } = request.body;
  if (station === undefined) {
    throw neededField("station", "Say of which station.");
  }
  if (line === undefined) {
    throw neededField("line", "Say on which line.");
  }
  const role = await request.requirePermission(station, "screen");
  const seat = { user: request.user, role, actor: request.actor };
  const taken = await mapTelephonyErrors(() => takeNext(deps, { station, line, seat, claim }));
  return { call: presentCall(taken.call), claim: taken.claim };
}

function neededField(name: string, message: string): ApiError {
  return new ApiError("bad_request", message, { fields: { [name]: "is needed" } });
}

async function hold(
  deps: DeskDeps,
  request: ApiCall<typeof handleHold>,
): Answer<typeof handleHold> {
  const { body } = request;
  const { call, seat } = await requireCall(request, { deps, id: body.call }, "screen");
  const fields = { call, hold: body.hold, line: body.line, seat };
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
  const fields = { calls, dryRun: request.body.dryRun ?? false, actor: request.actor };
  return mapTelephonyErrors(() => rejectCalls(deps, fields));
}

async function describe(
  deps: DeskDeps,
  request: ApiCall<typeof describeCall>,
): Answer<typeof describeCall> {
  const { call, seat } = await requireCall(request, { deps, id: request.body.call }, "screen");
  const { description } = request.body;
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, (locked) =>
    locked.description === description
      ? null
      : { fields: { description }, action: "call.described" },
  );
  return { call: presentCall(after) };
}

/** A softphone sends every minute or at the end; a day's worth is more than any call needs. */
const MOST_REPORTS = 1_440;

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
  if ((await countQualityReports(deps.db, call.id, user)) >= MOST_REPORTS) {
    throw new ApiError("rate_limited", "This call has quality reports enough.");
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
