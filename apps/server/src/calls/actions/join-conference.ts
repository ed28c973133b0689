import type { Claim, DeviceLine, LineDevice } from "@linedesk/contract";
import { carryLine } from "../../audio-servers/carry-line.ts";
import { recordAudit } from "../../platform/db/audit-store.ts";
import { transact } from "../../platform/db/database.ts";
import { lockCall } from "../change-call.ts";
import { assertAirReady, recordAirOverrides } from "../claims/assert-air-ready.ts";
import { describeLine, expireClaims, presentClaim, rememberClaim } from "../claims/claims.ts";
import { makeClaim } from "../claims/make-claim.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { operatorLegsOfConference } from "../store/leg-store.ts";
import { acceptCall, freeLine } from "./accept-call.ts";
import type { ConferenceCommand } from "./end-conference.ts";
import { findMembers } from "./find-members.ts";

interface JoinRequest extends ConferenceCommand {
  line: DeviceLine;
  device?: LineDevice | undefined;
  evenIfNotReady?: boolean | undefined;
}

interface Joined {
  call: CallRecord;
  claim: Claim;
}

/**
 * Adds an operator to a conference. Present operators stay. If the conference has no operator, the
 * new operator becomes the holder of all its calls. Returns the claim with which the line connects.
 */
export async function joinConference(deps: DeskDeps, request: JoinRequest): Promise<Joined> {
  const { conference, seat } = request;
  const open = await operatorLegsOfConference(deps.db, conference, { open: true });
  const present = open.filter(({ released }) => !released);
  if (present.some(({ user }) => user === seat.user.id)) {
    throw new InvalidStateError("in_conference");
  }
  const members = await findMembers(deps, conference);
  const [call] = members;
  if (call === undefined) {
    throw new InvalidStateError("conference_empty");
  }
  return present.length === 0
    ? takeOver(deps, request, call)
    : joinBeside(deps, request, { call, members });
}

function takeOver(
  deps: DeskDeps,
  { seat, line, device, evenIfNotReady }: JoinRequest,
  call: CallRecord,
): Promise<Joined> {
  const { desk } = call;
  const isMine = desk.status === "held" && desk.holder?.user === seat.user.id;
  const kind = isMine ? "resume" : "take_over";
  return acceptCall(deps, { call, kind, line, device, seat, evenIfNotReady });
}

async function joinBeside(
  deps: DeskDeps,
  { seat, line, device, evenIfNotReady, conference }: JoinRequest,
  { call, members }: { call: CallRecord; members: readonly CallRecord[] },
): Promise<Joined> {
  const at = { station: call.station, line, device, role: seat.role };
  const { feedsAir, audioServer } = await carryLine(deps.db, at);
  const audible = members.filter((member) => member.conference?.onHold !== true);
  const overrides = await assertAirReady(deps.db, feedsAir ? audible : [], { evenIfNotReady });
  const holder = { user: seat.user.id, name: seat.user.name, line };
  const { made, older } = await transact(deps.db, async (trx) => {
    await lockCall(trx, call.id);
    const now = new Date(deps.clock.now());
    const { service } = call;
    const wanted = { call: call.id, holder, at, feedsAir, audioServer, service };
    const claims = await makeClaim(trx, wanted, now);
    rememberClaim(deps, claims.made);
    await recordAirOverrides(trx, overrides, seat.actor);
    await recordAudit(trx, {
      actor: seat.actor,
      action: "conference.entered",
      station: call.station,
      subject: ["call", call.id],
      details: { conference, ...describeLine(wanted) },
    });
    return claims;
  });
  await expireClaims(deps, older);
  await freeLine(deps, { call: call.id, line, seat });
  return { call, claim: presentClaim(made) };
}
