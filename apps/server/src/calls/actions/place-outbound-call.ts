import type { Claim, DeviceLine, LineDevice } from "@linedesk/contract";
import { carryLine, type LineRequest } from "../../audio-servers/carry-line.ts";
import { findCallerOfStation, findOrCreateCaller } from "../../callers/callers.ts";
import { transact, type Trx } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { type CallerId, findCallerId } from "../../stations/caller-id.ts";
import { lockCall } from "../change-call.ts";
import { describeLine, expireClaims, presentClaim, rememberClaim } from "../claims/claims.ts";
import { makeClaim } from "../claims/make-claim.ts";
import { followNewCallForCutOffs } from "../cut-offs.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { assertDialCaps, requireAllowed } from "../dialling/assert-dial-caps.ts";
import { chooseExchange } from "../dialling/choose-exchange.ts";
import { presentCall } from "../present-call.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { DeskClaim, DeskLeg } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { appendHistory, insertCall } from "../store/call-store.ts";
import type { StoredClaim } from "../store/claim-store.ts";
import { freeLine } from "./accept-call.ts";

export interface OutboundRequest {
  station: string;
  to: string;
  line: DeviceLine;
  device?: LineDevice | undefined;
  seat: Seat;
  profile: string | undefined;
}

interface NewOutboundCall extends OutboundRequest {
  from: CallerId;
  number: string;
  extension: string;
  at: LineRequest;
  feedsAir: boolean;
  audioServer: string | null;
  service: string;
}

/**
 * Creates an outbound call with the claim for the person's softphone. The server dials the number
 * when the softphone is in the room. It ignores a caller ID from the browser.
 */
export async function placeOutboundCall(deps: DeskDeps, request: OutboundRequest) {
  const { station, line, seat } = request;
  const { number, extension } = requireAllowed(deps, request.to);
  const from = await findCallerId(deps.db, station);
  if (from === null) {
    throw new InvalidStateError("no_number_to_dial_from");
  }
  const { device } = request;
  const at = { station, line, role: seat.role, device };
  const carrier = await carryLine(deps.db, at);
  const service = await chooseExchange(deps);
  const wanted = { ...request, ...carrier, at, from, number, extension, service };
  const { older, ...placed } = await transact(deps.db, (trx) => writeCall(deps, trx, wanted));
  await expireClaims(deps, older);
  await freeLine(deps, { call: placed.call.id, line, seat });
  return placed;
}

async function writeCall(
  deps: DeskDeps,
  trx: Trx,
  wanted: NewOutboundCall,
): Promise<{ call: CallRecord; claim: Claim; older: StoredClaim[] }> {
  const { station, seat, line, at, feedsAir, audioServer, service } = wanted;
  const now = new Date(deps.clock.now());
  await assertDialCaps(trx, { station, user: seat.user.id, now }, deps.people.dialling.caps);
  const id = uuidV7(now.getTime());
  const holder = { user: seat.user.id, name: seat.user.name, line };
  const forLine = { call: id, holder, at, feedsAir, audioServer, service };
  const { made: claim, older } = await makeClaim(trx, forLine, now);
  await insertNewCall(trx, wanted, {
    id,
    now,
    leg: { sid: claim.id, holder, feedsAir },
    claim: { id: claim.id, holder },
  });
  const call = await lockCall(trx, id);
  await appendHistory(trx, {
    call: { id, at: now },
    events: [{ type: "call.rang" }],
    audit: {
      actor: seat.actor,
      action: "call.placed",
      station,
      subject: ["call", id],
      details: describeLine({ holder, audioServer }),
    },
  });
  await publish(trx, station, { type: "call.arrived", call: presentCall(call) });
  await followNewCallForCutOffs(trx, call);
  rememberClaim(deps, claim);
  return { call, claim: presentClaim(claim), older };
}

/** The claim counts as the operator's leg until that leg exists. */
export async function insertNewCall(
  trx: Trx,
  {
    station,
    number,
    extension,
    from,
    profile,
    seat,
    service,
  }: Pick<
    NewOutboundCall,
    "station" | "number" | "extension" | "from" | "profile" | "seat" | "service"
  >,
  { id, now, leg, claim }: { id: string; now: Date; leg: DeskLeg; claim: DeskClaim | null },
): Promise<void> {
  const party = { station, number, name: null };
  const caller =
    (profile === undefined ? null : await findCallerOfStation(trx, { ...party, id: profile })) ??
    (await findOrCreateCaller(trx, party));
  await insertCall(trx, {
    id,
    station,
    phoneLine: from.phoneLine,
    direction: "outbound",
    callSid: null,
    number,
    caller: caller?.id ?? null,
    callState: { status: "ringing" },
    desk: {
      status: "screening",
      since: now.toISOString(),
      leg,
      verified: false,
      leaving: null,
      claim,
      goneLegs: [],
    },
    earlierCalls: caller?.endedCalls ?? 0,
    lastCallAt: caller?.lastCallAt ?? null,
    arrivedAt: now,
    service,
    dial: { by: seat.user.id, at: now, limitS: from.maxDialS, extension },
  });
}
