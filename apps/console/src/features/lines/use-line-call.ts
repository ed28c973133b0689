import { useMemo } from "react";

import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import {
  bindLineActions,
  type CallOnLine,
  isConversation,
  isGoing,
} from "../../client/actions/line-actions.ts";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRightsAt, useRootState } from "../../client/ConsoleProvider.tsx";
import { retrySound } from "../../client/desk/actions/take-call.ts";
import { selectBridgedCall } from "../../client/desk/claims/line-exclusion.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import {
  selectConferenceMembers,
  selectIsConferenceOnAir,
} from "../../client/store/select-conference-members.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
import { useLineMoves } from "./create-line-moves.ts";
import { deriveLineCallStatus } from "./derive-line-call-status.ts";
import type { LineCallView } from "./line-view.ts";

interface LineCallInput {
  context: Pick<ConsoleContext, "desk" | "page" | "store" | "voice">;
  line: DeviceLine;
  leg: LineLeg;
  call: Call;
  pending: LineCallView["pending"];
  may: (permission: Permission) => boolean;
  /**
   * True when the line feeds the air and the person's role at the call's station may not put calls
   * to air.
   */
  isBarred: boolean;
  otherBridged: boolean;
  callerSilent: boolean;
  warnings: readonly string[];
  moves: ReturnType<typeof useLineMoves>;
  /** The number of people in the line's conference; 0 without one. */
  people: number;
  isConferenceOnAir: boolean;
}

function lineCallView(input: LineCallInput): LineCallView {
  const { context, line, leg, call, pending, otherBridged } = input;
  const { desk } = context;
  const state = deriveLineCallStatus(call, leg);
  const connected = leg.status === "connected";
  const free = pending === null;
  const at = toCallOnLine(input, state.status);
  const going = isGoing(at);
  const bound = bindLineActions(at, desk);
  const isAside = call.talkback !== undefined;
  const isSingle = call.conference === null && !isAside;
  const mayBeJoined = connected && !going && !isAside && state.status !== "dialling";
  return {
    call,
    state,
    muted: leg.muted,
    // The line of a held caller sends silence, which scores 4.4.
    quality:
      leg.status === "connecting" || call.desk.status === "held" || input.callerSilent
        ? null
        : leg.quality,
    warnings: input.warnings,
    bothLines: isConversation(at) && otherBridged,
    pending,
    hold: bound.hold,
    retrySound:
      state.status === "reconnecting" && free && isSingle && !going
        ? () => retryCallSound(input)
        : null,
    resume: bound.resume_here,
    resumeBeside: bound.resume_beside,
    mute: bound.mute,
    unmute: bound.unmute,
    hangUp: bound.hang_up,
    sendDigit:
      isConversation(at) && connected
        ? (digit) => context.voice.softphones[line].sendDigit(digit)
        : null,
    moves: input.moves({
      call,
      state,
      free: free && connected && call.leaving === null && isSingle,
    }),
    conference: toLineConference(input),
    mayConfer: input.may("air") && mayBeJoined,
    endTalkback: bound.end_talkback,
    unlock: call.marks.locked && !going ? () => void desk.marks.set(call.id, "unlock") : null,
    extend: bound.extend,
  };
}

function toCallOnLine(input: LineCallInput, status: CallOnLine["status"]): CallOnLine {
  const { call, line, leg, pending, isBarred, otherBridged, may } = input;
  const { muted: isMuted } = leg;
  const isConnected = leg.status === "connected";
  const around = { pending, isBarred, isOtherBridged: otherBridged, may };
  return { call, line, status, isConnected, isMuted, ...around };
}

function retryCallSound({ context, call, line }: LineCallInput): void {
  const { store, desk, voice, page } = context;
  const { schedule } = page.timers;
  const { softphones } = voice;
  void retrySound({ store, softphones, actions: desk.actions, schedule }, call.id, line);
}

function toLineConference(input: LineCallInput): LineCallView["conference"] {
  const { context, call, people } = input;
  const { conferences } = context.desk;
  const { conference } = call;
  return conference === null || call.desk.status === "ended"
    ? null
    : {
        people,
        onAir: input.isConferenceOnAir,
        leave: () => void conferences.send({ action: "leave", conference: conference.id }),
        end: conferences.endBehavior,
      };
}

export function useLineCall(line: DeviceLine): LineCallView | null {
  const context = useConsole();
  const leg = useRootState((state) => selectLeg(state, line));
  const call = useRootState((state) => (leg === null ? null : selectCall(state, leg.callId)));
  const action = useRootState((state) => state.desk.pending[leg?.callId ?? ""] ?? null);
  const otherBridged = useRootState(
    (state) => selectBridgedCall(state, line === "line1" ? "line2" : "line1") !== null,
  );
  const callerSilent = useRootState((state) => state.desk.silence[line].caller);
  const warnings = useRootState((state) => state.desk.warnings[line]);
  const may = useRightsAt(call?.station ?? null);
  const isBarred = useBarredAt()(call?.station ?? "").has(line);
  const moves = useLineMoves(line);
  const people = useRootState((state) => selectConferenceMembers(state, call).length);
  const isConferenceOnAir = useRootState((state) => selectIsConferenceOnAir(state, call));
  return useMemo(() => {
    const pending = action === "reject" || action === "mark" || action === "record" ? null : action;
    const rights = { may, isBarred };
    const sound = { callerSilent, warnings };
    const together = { people, isConferenceOnAir };
    const around = { context, line, pending, ...rights, ...sound, otherBridged, moves };
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
    otherBridged,
    callerSilent,
    warnings,
    moves,
    people,
    isConferenceOnAir,
  ]);
}
