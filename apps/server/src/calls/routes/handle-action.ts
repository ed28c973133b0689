import type {
  CallAction,
  EndpointAnswer,
  ErrorReason,
  handleCall,
  Refusal,
} from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { acceptCall } from "../actions/accept-call.ts";
import { findDumpedCall } from "../actions/find-dumped-call.ts";
import { hangUpCall } from "../actions/hang-up-call.ts";
import { markNext, setLocked } from "../actions/mark-next.ts";
import { offerCall } from "../actions/offer-call.ts";
import { swapLines } from "../actions/swap-lines.ts";
import { takeNext } from "../actions/take-next.ts";
import { undo } from "../actions/undo.ts";
import { unverifyCall, verifyCall } from "../actions/verify-call.ts";
import type { ClaimKind } from "../claims/assert-claimable.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import type { CallRecord } from "../store/call-record.ts";
import { mapTelephonyErrors, requireCall } from "./require-call.ts";

type HandleRequest = ApiCall<typeof handleCall>;
type Answer = EndpointAnswer<typeof handleCall>;

interface OnCall {
  deps: DeskDeps;
  body: HandleRequest["body"];
  call: CallRecord;
  seat: Seat;
}

interface Done {
  call: CallRecord;
  claim?: Answer["claim"];
}

const actions: Record<Exclude<CallAction, "take_next">, (at: OnCall) => Promise<Done>> = {
  accept: (at) => claim(at, "accept"),
  take_over: (at) => claim(at, "take_over"),
  hang_up: async ({ deps, call, seat }) => ({ call: await hangUpCall(deps, { call, seat }) }),
  mark_next: async ({ deps, call, seat }) => ({ call: await markNext(deps, { call, seat }) }),
  move,
  swap: async ({ deps, call, seat, body: { evenIfNotReady } }) => ({
    call: await swapLines(deps, { call, seat, evenIfNotReady }),
  }),
  verify: async ({ deps, call, seat }) => ({ call: await verifyCall(deps, { call, seat }) }),
  unverify: async ({ deps, call, seat }) => ({ call: await unverifyCall(deps, { call, seat }) }),
  lock: (at) => lock(at, true),
  unlock: (at) => lock(at, false),
  undo: ({ deps, call, seat, body: { claim: wanted, device } }) =>
    undo(deps, { call, seat, claim: wanted, device }),
};

export async function handleAction(deps: DeskDeps, request: HandleRequest): Promise<Answer> {
  const { action, call: id } = request.body;
  if (action === "take_next") {
    return next(deps, request);
  }
  if (id === undefined) {
    throw neededField("call", "call_needed");
  }
  const { call, seat } = await requireCall(request, { deps, id }, "screen");
  const done = await mapTelephonyErrors(() =>
    actions[action]({ deps, call, seat, body: request.body }),
  );
  return { call: presentCall(done.call), claim: done.claim ?? null };
}

async function claim({ deps, call, seat, body }: OnCall, kind: ClaimKind): Promise<Done> {
  const { line, device, evenIfNotReady } = body;
  if (line === undefined) {
    throw neededField("line", "line_needed");
  }
  const how = { line, device, seat, claim: body.claim, evenIfNotReady };
  return acceptCall(deps, { call, kind, ...how });
}

async function move(at: OnCall): Promise<Done> {
  const { deps, call, seat, body } = at;
  if (body.to !== undefined) {
    return { call: await offerCall(deps, { call, seat, to: body.to }) };
  }
  return claim(at, "move");
}

async function lock({ deps, call, seat }: OnCall, locked: boolean): Promise<Done> {
  return { call: await setLocked(deps, { call, seat, locked }) };
}

async function next(deps: DeskDeps, request: HandleRequest): Promise<Answer> {
  const { station, line, device, claim: wanted, hiddenFlags, call } = request.body;
  if (station === undefined) {
    throw neededField("station", "station_needed");
  }
  if (line === undefined) {
    throw neededField("line", "line_needed");
  }
  const evenIfNotReady = request.body.evenIfNotReady === true ? call : undefined;
  const role = await request.requirePermission(station, "screen");
  const seat = { user: request.user, role, actor: request.actor };
  const how = { station, line, device, seat, claim: wanted, hiddenFlags, evenIfNotReady };
  const ends = await findDumpedCall(deps, { ...how, ends: request.body.ends });
  const taken = await mapTelephonyErrors(() => takeNext(deps, { ...how, ends }));
  return { call: presentCall(taken.call), claim: taken.claim };
}

function neededField(name: string, refusal: Refusal<ErrorReason>): ApiError {
  return new ApiError(refusal, { fields: { [name]: "is_needed" } });
}
