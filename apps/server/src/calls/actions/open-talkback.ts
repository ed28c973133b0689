import type { Claim, DeviceLine, LineDevice } from "@linedesk/contract";
import { transact, type Trx } from "../../platform/db/database.ts";
import { type CallChange, CallNotFoundError } from "../change-call.ts";
import { isLineFree } from "../claims/assert-line-free.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { updateMember } from "../store/conference-store.ts";
import { type RegisteredLeg, sendLegTo } from "../store/leg-store.ts";
import { acceptCall } from "./accept-call.ts";
import type { ConferenceCommand } from "./end-conference.ts";
import { requireInConference, buildTakeOutEvents } from "./find-members.ts";
import {
  assertRoom,
  moveMembers,
  findOperator,
  legsInOwnRooms,
  lockMembers,
  writeMembers,
} from "./start-conference.ts";

interface TalkbackRequest extends ConferenceCommand {
  call: string;
  line: DeviceLine;
  device?: LineDevice | undefined;
}

/**
 * Starts a private talk with a member on hold, on the person's other line and in the room of the
 * caller's own call, while the conference continues. Returns the claim for that line. After a
 * refusal the member stays on hold in the conference.
 */
export async function openTalkback(
  deps: DeskDeps,
  request: TalkbackRequest,
): Promise<{ call: CallRecord; claim: Claim }> {
  const { seat, line, device } = request;
  const own = await requireInConference(deps, request.conference, seat);
  await assertFreeLine(deps, request, own);
  const member = await findCall(deps.db, request.call);
  if (member === null) {
    throw new CallNotFoundError("There is no such call.");
  }
  return acceptCall(deps, {
    call: { ...member, conference: null },
    kind: "resume",
    line,
    device,
    seat,
    privately: true,
    freeLineOnly: true,
    prepare: (call, trx) => takeAside(deps, trx, { call, request, own }),
  });
}

async function assertFreeLine(
  deps: DeskDeps,
  { call: id, seat, line }: TalkbackRequest,
  own: RegisteredLeg,
): Promise<void> {
  const now = new Date(deps.clock.now());
  const isFree = await isLineFree(deps.db, { user: seat.user.id, line }, { besides: id, now });
  if (own.line === line || !isFree) {
    throw new InvalidStateError("private_talk_needs_line");
  }
}

/**
 * The member stays a member, and hears music until the operator is in the room of the member's own
 * call.
 */
async function takeAside(
  deps: DeskDeps,
  trx: Trx,
  {
    call: { id, desk, callSid, conference },
    request,
    own,
  }: { call: CallRecord; request: TalkbackRequest; own: RegisteredLeg },
): Promise<CallChange> {
  const isHeld = conference?.id === request.conference && conference.onHold;
  if (!isHeld || desk.status !== "held" || desk.leaving !== null) {
    throw new InvalidStateError("private_talk_needs_hold");
  }
  await updateMember(trx, id, { talkback: true });
  if (callSid !== null) {
    await sendLegTo(trx, callSid, null);
  }
  return {
    desk: buildTakeOutEvents(desk, own, new Date(deps.clock.now()).toISOString()),
    fields: { conferenceSid: null },
    action: "conference.taken_aside",
    details: { conference: request.conference },
  };
}

export async function closeTalkback(
  deps: DeskDeps,
  { conference, seat, call: id }: ConferenceCommand & { call: string },
): Promise<void> {
  await requireInConference(deps, conference, seat);
  const joining = await transact(deps.db, async (trx) => {
    const calls = await lockMembers(trx, [id], seat);
    if (calls.some(({ talkback }) => talkback !== conference)) {
      throw new InvalidStateError("private_talk_elsewhere");
    }
    await assertRoom(trx, conference, 0);
    const legs = await legsInOwnRooms(trx, calls);
    const operator = await findOperator(trx, conference);
    await writeMembers(deps, trx, { conference, operator, calls, seat, onHold: true });
    return { conference, calls, legs };
  });
  await moveMembers(deps, joining);
}
