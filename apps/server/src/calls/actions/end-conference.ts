import { ApiError } from "../../platform/http/errors.ts";
import { readUserSettings } from "../../settings/user-settings.ts";
import { changeCall } from "../change-call.ts";
import { assertAirReady, recordAirOverrides } from "../claims/assert-air-ready.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import {
  endOperatorLegs,
  hangUpCaller,
  holdCaller,
  muteCaller,
  releaseLegs,
  tryTelephonyCommand,
  unholdCaller,
} from "../legs/connect-caller.ts";
import { cancelDialling } from "../legs/dial-party.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { closeMembership, talkbackIds } from "../store/conference-store.ts";
import { operatorLegsOfConference, type RegisteredLeg, sendLegTo } from "../store/leg-store.ts";
import {
  feedsAir,
  findMembers,
  requireInCharge,
  requireInConference,
  buildTakeOutEvents,
} from "./find-members.ts";

const CONFIRM_TIMEOUT_MS = 3_000;

export interface ConferenceCommand {
  conference: string;
  seat: Seat;
}

export async function holdMembers(
  deps: DeskDeps,
  { conference, seat }: ConferenceCommand,
  {
    calls,
    on,
    evenIfNotReady,
  }: { calls: readonly CallRecord[]; on: boolean; evenIfNotReady?: boolean | undefined },
): Promise<void> {
  await requireInCharge(deps, conference, seat);
  const others = calls.filter((call) => call.conference?.onHold !== on && !isDialling(call));
  if (!on && (await feedsAir(deps.db, conference))) {
    const overrides = await assertAirReady(deps.db, others, { evenIfNotReady });
    await recordAirOverrides(deps.db, overrides, seat.actor);
  }
  await Promise.all(
    others.map(async (call) => {
      const done = on ? await holdCaller(deps, call) : await unholdCaller(deps, call);
      assertDone(done);
      await waitFor(deps, call, (now) => now.conference?.onHold === on);
    }),
  );
}

export async function muteMembers(
  deps: DeskDeps,
  { conference, seat }: ConferenceCommand,
  { calls, on }: { calls: readonly CallRecord[]; on: boolean },
): Promise<void> {
  await requireInCharge(deps, conference, seat);
  await Promise.all(
    calls
      .filter((call) => call.conference?.muted !== on)
      .map(async (call) => {
        assertDone(await muteCaller(deps, call, on));
        await waitFor(deps, call, (now) => now.conference?.muted === on);
      }),
  );
}

function assertDone(result: "done" | "gone"): void {
  if (result === "gone") {
    throw new ApiError("caller_hung_up");
  }
}

/**
 * Waits until the service confirms the change of the member, or the call ends. Throws if the member
 * has left the conference or no confirmation arrives in time.
 */
async function waitFor(deps: DeskDeps, before: CallRecord, isDone: (call: CallRecord) => boolean) {
  async function read(): Promise<CallRecord> {
    const call = await findCall(deps.db, before.id);
    if (call === null) {
      throw new ApiError("caller_hung_up");
    }
    return call;
  }
  function isOver(call: CallRecord): boolean {
    const isMember = call.conference?.id === before.conference?.id;
    return call.desk.status === "ended" || !isMember || isDone(call);
  }
  const timeoutMs = CONFIRM_TIMEOUT_MS;
  const call = await deps.watch.waitUntil(before.id, read, { is: isOver, timeoutMs });
  if (call.desk.status === "ended" || isDone(call)) {
    return;
  }
  if (isOver(call)) {
    throw new InvalidStateError("caller_not_in_conference");
  }
  if (call.seenInRoom?.sequence !== before.seenInRoom?.sequence) {
    throw new ApiError("caller_changed");
  }
  throw new ApiError("exchange_late");
}

export async function removeMembers(
  deps: DeskDeps,
  { conference, seat }: ConferenceCommand,
  calls: readonly CallRecord[],
): Promise<void> {
  const own = await requireInCharge(deps, conference, seat);
  for (const call of calls) {
    if (isDialling(call)) {
      await cancelDialling(deps, { call: call.id, actor: seat.actor });
    } else {
      await takeOut(deps, call, { seat, own });
    }
  }
}

async function takeOut(
  deps: DeskDeps,
  call: CallRecord,
  { seat, own }: { seat: Seat; own: RegisteredLeg | null },
): Promise<void> {
  const at = new Date(deps.clock.now());
  const { after, changed } = await changeCall(
    deps,
    { call: call.id, actor: seat.actor },
    async (locked, trx) => {
      const { desk, conference } = locked;
      if (desk.status === "ended" || conference === null) {
        return null;
      }
      await closeMembership(trx, locked.id, at);
      if (locked.callSid !== null) {
        await sendLegTo(trx, locked.callSid, null);
      }
      return {
        desk: buildTakeOutEvents(desk, own, at.toISOString()),
        fields: { conferenceSid: null },
        action: "conference.left",
        details: { conference: conference.id },
      };
    },
  );
  const { callSid } = after;
  if (changed && callSid !== null) {
    await tryTelephonyCommand(deps, call.id, async () => {
      const { telephony, urls } = deps.services.of(after);
      await telephony.redirect(callSid, urls.join(call.id));
      await endOperatorLegs(deps, call.id);
    });
  }
}

export async function leaveConference(deps: DeskDeps, { conference, seat }: ConferenceCommand) {
  const leg = await requireInConference(deps, conference, seat);
  await releaseLegs(deps, leg.call, [leg]);
}

export async function endConference(
  deps: DeskDeps,
  { conference, seat }: ConferenceCommand,
  wanted: "END" | "HOLD" | undefined,
): Promise<void> {
  await requireInCharge(deps, conference, seat);
  const behavior = wanted ?? (await readUserSettings(deps.db, seat.user.id)).endConferenceBehavior;
  const calls = [
    ...(await findMembers(deps, conference)),
    ...(await findMembersInTalkback(deps, conference)),
  ];
  if (behavior === "END" && calls.some(({ locked }) => locked)) {
    throw new InvalidStateError("call_locked");
  }
  const legs = await operatorLegsOfConference(deps.db, conference, { open: true });
  if (behavior === "HOLD") {
    await removeMembers(deps, { conference, seat }, calls);
  } else {
    await Promise.all(calls.map((call) => hangUpMember(deps, call, seat)));
  }
  await releaseLegs(deps, conference, legs);
}

/** Members in a private talk belong to the conference too, so they end with the conference. */
async function findMembersInTalkback(deps: DeskDeps, conference: string): Promise<CallRecord[]> {
  const ids = await talkbackIds(deps.db, conference);
  const calls = await Promise.all(ids.map((id) => findCall(deps.db, id)));
  return calls.filter((call) => call !== null);
}

async function hangUpMember(deps: DeskDeps, call: CallRecord, seat: Seat): Promise<void> {
  if (isDialling(call)) {
    await cancelDialling(deps, { call: call.id, actor: seat.actor });
    return;
  }
  const by = { user: seat.user.id, name: seat.user.name };
  const at = new Date(deps.clock.now()).toISOString();
  const { after } = await changeCall(deps, { call: call.id, actor: seat.actor }, () => ({
    desk: [{ type: "hung_up", by, until: null, at }],
    action: "call.hung_up",
  }));
  await tryTelephonyCommand(deps, call.id, () => hangUpCaller(deps, after));
}
