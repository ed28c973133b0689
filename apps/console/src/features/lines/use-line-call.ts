import { useMemo } from "react";

import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import { cardActions } from "../../client/actions/hand-over-actions.ts";
import { bindLineActions } from "../../client/actions/line-actions.ts";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRightsAt, useRootState } from "../../client/ConsoleProvider.tsx";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { type Recipients, selectRecipientsAt } from "../../client/store/select-colleagues.ts";
import {
  selectConferenceMembers,
  selectIsConferenceOnAir,
} from "../../client/store/select-conference-members.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt, useFeedsAir } from "../../client/use-barred-lines.ts";
import { deriveLineCallStatus } from "./derive-line-call-status.ts";
import { findBesides } from "./find-besides.ts";
import type { LineCallView, LineMovesView } from "./line-view.ts";
import { movesToAir } from "./moves-to-air.ts";
import { useOtherLine } from "./use-other-line.ts";

interface LineCallInput {
  context: Pick<ConsoleContext, "desk" | "voice">;
  line: DeviceLine;
  leg: LineLeg;
  call: Call;
  pending: LineCallView["pending"];
  may: (permission: Permission) => boolean;
  /**
   * Is true when the line feeds the air and the person's role at the call's station may not put calls
   * to air.
   */
  isBarred: boolean;
  other: CallOnLine["other"];
  callerSilent: boolean;
  warnings: readonly string[];
  recipientsAt: (station: string) => Recipients;
  /** The number of people in the line's conference; 0 without one. */
  people: number;
  isConferenceOnAir: boolean;
  /** Is true when one open microphone carries both lines. */
  isOnBoth: boolean;
  feedsAir: boolean;
  /** Is true when the other line puts callers of this call's station to air. */
  feedsAirThere: boolean;
}

type BoundActions = ReturnType<typeof bindLineActions>;

function lineCallView(input: LineCallInput): LineCallView {
  const { context, line, leg, call, pending } = input;
  const { desk } = context;
  const state = deriveLineCallStatus(call, leg);
  const at = toCallOnLine(input, state.status);
  const bound = bindLineActions(at, desk);
  return {
    call,
    state,
    muted: leg.muted,
    // A held call shows no quality: its line sends silence, for which the MOS is always 4.4.
    quality:
      leg.status === "connecting" || call.desk.status === "held" || input.callerSilent
        ? null
        : leg.quality,
    warnings: input.warnings,
    besides: findBesides({ ...at, isOpenOnAir: input.isOnBoth, feedsAir: input.feedsAir }),
    pending,
    hold: bound.hold,
    retrySound: bound.retry_sound,
    resume: bound.resume_here,
    resumeBeside: bound.resume_beside,
    mute: bound.mute,
    unmute: bound.unmute,
    hangUp: bound.hang_up,
    sendDigit: cardActions.send_digits.isPossible(at)
      ? (digit) => context.voice.softphones[line].sendDigit(digit)
      : null,
    moves: toMoves(input, at, bound),
    conference: toLineConference(input, bound.leave_conference),
    mayConfer: cardActions.confer.isPossible(at),
    endTalkback: bound.end_talkback,
    unlock: bound.unlock_here,
    extend: bound.extend,
  };
}

function toCallOnLine(input: LineCallInput, status: CallOnLine["status"]): CallOnLine {
  const { call, line, leg, pending, isBarred, other, may } = input;
  const { muted: isMuted } = leg;
  const isConnected = leg.status === "connected";
  return { call, line, status, isConnected, isMuted, pending, isBarred, other, may };
}

function toMoves(
  { context, call, recipientsAt, feedsAir: here, feedsAirThere: there }: LineCallInput,
  at: CallOnLine,
  { move, swap, take_back: takeBack }: BoundActions,
): LineMovesView {
  const { handOver } = context.desk;
  const number = at.other.line === "line1" ? 1 : 2;
  const run = move ?? swap;
  const kind = move === null ? "swap" : "move";
  const toAir = movesToAir(kind, { here, there });
  return {
    other: run === null ? null : { kind, number, toAir, run },
    give: cardActions.offer.isPossible(at)
      ? {
          ...recipientsAt(call.station),
          to: (colleague) => void handOver.offer(call.id, colleague),
        }
      : null,
    takeBack,
  };
}

function toLineConference(
  { context, people, isConferenceOnAir: onAir }: LineCallInput,
  leave: BoundActions["leave_conference"],
): LineCallView["conference"] {
  return leave === null
    ? null
    : { people, onAir, leave, end: context.desk.conferences.endBehavior };
}

const lines = ["line1", "line2"] as const;

/** Returns true when the browser's microphone is open on both lines. */
function selectIsOnBoth(state: RootState): boolean {
  return lines.every(
    (line) => state.carriers[line] === null && selectLeg(state, line)?.muted === false,
  );
}

export function useLineCall(line: DeviceLine): LineCallView | null {
  const context = useConsole();
  const leg = useRootState((state) => selectLeg(state, line));
  const call = useRootState((state) => (leg === null ? null : selectCall(state, leg.callId)));
  const action = useRootState((state) => state.desk.pending[leg?.callId ?? ""] ?? null);
  const other = useOtherLine(line, call?.station ?? "");
  const callerSilent = useRootState((state) => state.desk.silence[line].caller);
  const warnings = useRootState((state) => state.desk.warnings[line]);
  const may = useRightsAt(call?.station ?? null);
  const isBarred = useBarredAt()(call?.station ?? "").has(line);
  const recipientsAt = useRootState(selectRecipientsAt);
  const people = useRootState((state) => selectConferenceMembers(state, call).length);
  const isConferenceOnAir = useRootState((state) => selectIsConferenceOnAir(state, call));
  const isOnBoth = useRootState(selectIsOnBoth);
  const feedsAir = useFeedsAir(line, call?.station ?? null);
  const feedsAirThere = useFeedsAir(other.line, call?.station ?? null);
  return useMemo(() => {
    const pending = action === "reject" || action === "mark" || action === "record" ? null : action;
    const rights = { may, isBarred };
    const sound = { callerSilent, warnings, isOnBoth, feedsAir, feedsAirThere };
    const together = { people, isConferenceOnAir };
    const around = { context, line, pending, ...rights, ...sound, other, recipientsAt };
    return leg === null || call === null
      ? null
      : lineCallView({ ...around, ...together, leg, call });
  }, [
    context,
    line,
    leg,
    call,
    action,
    may,
    isBarred,
    other,
    callerSilent,
    warnings,
    isOnBoth,
    feedsAir,
    feedsAirThere,
    recipientsAt,
    people,
    isConferenceOnAir,
  ]);
}
