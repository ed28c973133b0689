import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import { selectBridgedCall } from "../../client/desk/line-exclusion.ts";
import { retrySound } from "../../client/desk/take-call.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import {
  selectConferenceMembers,
  selectIsConferenceOnAir,
} from "../../client/store/select-conference-members.ts";
import { findDialEnd } from "../../client/store/select-own-dials.ts";
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
  mayDropAir: boolean;
  mayExtend: boolean;
  /** The line feeds the air, where my role at the call's station may not. */
  isBarred: boolean;
  otherBridged: boolean;
  callerSilent: boolean;
  warnings: readonly string[];
  moves: ReturnType<typeof useLineMoves>;
  mayConfer: boolean;
  /** In the conference of the line; 0 without one. */
  people: number;
  isConferenceOnAir: boolean;
}

function lineCallView(input: LineCallInput): LineCallView {
  const { context, line, leg, call, pending, mayDropAir, otherBridged } = input;
  const { desk } = context;
  const { actions } = desk;
  const state = deriveLineCallStatus(call, leg);
  const isConversation = state.status === "talking" || state.status === "on_air";
  const connected = leg.status === "connected";
  const free = pending === null;
  const mayResume = state.status === "held" && free && !input.isBarred;
  const isGoing = state.status === "ended" || state.status === "offered" || call.leaving !== null;
  const mayEnd = !isGoing && (state.status !== "on_air" || mayDropAir);
  const isAside = call.talkback !== undefined;
  const isSingle = call.conference === null && !isAside;
  const mayBeJoined = connected && !isGoing && !isAside && state.status !== "dialling";
  return {
    call,
    state,
    muted: leg.muted,
    // What comes from a held caller's line is silence, and that is scored 4.4.
    quality:
      leg.status === "connecting" || call.desk.status === "held" || input.callerSilent
        ? null
        : leg.quality,
    warnings: input.warnings,
    bothLines: isConversation && otherBridged,
    pending,
    hold: isConversation && free ? () => void actions.hold(call.id, line) : null,
    retrySound:
      state.status === "reconnecting" && free && isSingle && !isGoing
        ? () => retryCallSound(input)
        : null,
    resume: mayResume ? () => void actions.resume(call.id, line) : null,
    resumeBeside: mayResume && otherBridged ? () => void actions.resumeBeside(call.id, line) : null,
    mute: connected && !leg.muted ? () => actions.mute(line, true) : null,
    unmute: connected && leg.muted ? () => actions.mute(line, false) : null,
    hangUp: mayEnd && pending !== "hang_up" ? () => endCallers(input) : null,
    sendDigit:
      isConversation && connected
        ? (digit) => context.voice.softphones[line].sendDigit(digit)
        : null,
    moves: input.moves({
      call,
      state,
      free: free && connected && call.leaving === null && isSingle,
    }),
    conference: toLineConference(input),
    mayConfer: input.mayConfer && mayBeJoined,
    endTalkback:
      isAside && free && !isGoing ? () => void desk.conferences.endTalkback(call.id) : null,
    unlock: call.marks.locked && !isGoing ? () => void desk.marks.set(call.id, "unlock") : null,
    extend:
      input.mayExtend && findDialEnd(call) !== null
        ? () => void desk.dialler.extend(call.id)
        : null,
  };
}

function retryCallSound({ context, call, line }: LineCallInput): void {
  const { store, desk, voice, page } = context;
  const { schedule } = page.timers;
  const { softphones } = voice;
  void retrySound({ store, softphones, actions: desk.actions, schedule }, call.id, line);
}

function endCallers({ context, call, line }: LineCallInput): void {
  const { actions, conferences } = context.desk;
  const { conference } = call;
  if (conference === null) {
    void actions.hangUp(call.id, line);
  } else {
    const behavior = conferences.endBehavior;
    void conferences.send({ action: "end", conference: conference.id, behavior });
  }
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
  const mayDropAir = usePermissionAt(call?.station ?? null, "air");
  const mayExtend = usePermissionAt(call?.station ?? null, "desk");
  const isBarred = useBarredAt()(call?.station ?? "").has(line);
  const moves = useLineMoves(line);
  const people = useRootState((state) => selectConferenceMembers(state, call).length);
  const isConferenceOnAir = useRootState((state) => selectIsConferenceOnAir(state, call));
  return useMemo(() => {
    const pending = action === "reject" || action === "mark" || action === "record" ? null : action;
    const rights = { mayDropAir, mayExtend, mayConfer: mayDropAir, isBarred };
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
    mayDropAir,
    mayExtend,
    isBarred,
    otherBridged,
    callerSilent,
    warnings,
    moves,
    people,
    isConferenceOnAir,
  ]);
}
