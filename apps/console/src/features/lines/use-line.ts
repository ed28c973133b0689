import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectBridgedCall } from "../../client/desk/line-exclusion.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { lineSelected, type Notice } from "../../client/store/desk-slice.ts";
import { selectCall, selectActiveLine, selectLeg } from "../../client/store/select-calls.ts";
import { toNoticeView } from "../../client/to-notice-view.ts";
import { usePermission } from "../../client/use-permission.ts";
import type { NoticeView } from "../../lib/notice-view.ts";
import { deriveLineCallStatus, selectCallInOtherTab } from "./derive-line-call-status.ts";
import type { DirectCallView, LineCallView, LineDeviceView, LineView } from "./line-view.ts";
import { useLineMoves, useOffer } from "./use-line-moves.ts";

function lineNotice(
  notice: Notice | undefined,
  otherTab: Call | null,
  act: (notice: string) => void,
): NoticeView | null {
  if (notice !== undefined) {
    return toNoticeView(notice, act);
  }
  if (otherTab === null) {
    return null;
  }
  const who = otherTab.caller.name ?? otherTab.caller.numberDisplay;
  const words = `${who} is on this line in another tab`;
  return { id: `tab:${otherTab.id}`, tone: "info", words, code: null, action: null };
}

/** The newest failure, else the newest of all: the card has room for one. */
function selectLineNotice(notices: readonly Notice[], line: DeviceLine): Notice | undefined {
  const own = notices.filter((one) => one.line === line);
  return own.findLast(({ tone }) => tone === "failure") ?? own.at(-1);
}

interface LineCallInput {
  context: ConsoleContext;
  line: DeviceLine;
  leg: LineLeg;
  call: Call;
  pending: LineCallView["pending"];
  mayDropAir: boolean;
  mayExtend: boolean;
  /** Whether the other line is talked on. */
  otherBridged: boolean;
  callerSilent: boolean;
  warnings: readonly string[];
  moves: ReturnType<typeof useLineMoves>;
}

function lineCallView(input: LineCallInput): LineCallView {
  const { context, line, leg, call, pending, mayDropAir, otherBridged } = input;
  const { actions, desk } = context;
  const state = deriveLineCallStatus(call, leg);
  const isConversation = state.status === "talking" || state.status === "on_air";
  const connected = leg.status === "connected";
  const free = pending === null;
  const mayResume = state.status === "held" && free;
  const isGoing = state.status === "ended" || state.status === "offered" || call.leaving !== null;
  const mayEnd = !isGoing && (state.status !== "on_air" || mayDropAir);
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
    resume: mayResume ? () => void actions.resume(call.id, line) : null,
    resumeBeside: mayResume && otherBridged ? () => void actions.resumeBeside(call.id, line) : null,
    mute: connected && !leg.muted ? () => actions.mute(line, true) : null,
    unmute: connected && leg.muted ? () => actions.mute(line, false) : null,
    hangUp: mayEnd && pending !== "hang_up" ? () => void actions.hangUp(call.id, line) : null,
    sendDigit:
      isConversation && connected ? (digit) => context.softphones[line].sendDigit(digit) : null,
    moves: input.moves({ call, state, free: free && connected && call.leaving === null }),
    unlock: call.marks.locked && !isGoing ? () => void desk.marks.set(call.id, "unlock") : null,
    extend:
      input.mayExtend && hasTimeLimit(call) ? () => void context.dialler.extend(call.id) : null,
  };
}

function hasTimeLimit({ dial, desk }: Call): boolean {
  return dial !== null && dial.endsAt !== null && desk.status !== "ended";
}

function useDirectCall(line: DeviceLine): DirectCallView | null {
  const context = useConsole();
  const call = useRootState((state) => state.desk.direct[line]);
  return useMemo(() => {
    if (call === null) {
      return null;
    }
    const { direct } = context.softphones[line];
    const isRinging = call.status === "ringing";
    const mayMute = call.status === "talking";
    return {
      call,
      accept: isRinging ? () => direct.accept() : null,
      reject: isRinging ? () => direct.reject() : null,
      mute: mayMute && !call.muted ? () => direct.mute(true) : null,
      unmute: mayMute && call.muted ? () => direct.mute(false) : null,
      end: isRinging ? null : () => direct.end(),
    };
  }, [context, line, call]);
}

function useLineDevice(line: DeviceLine): LineDeviceView {
  const context = useConsole();
  const status = useRootState((state) => state.desk.devices[line]);
  const microphone = useRootState((state) => state.desk.microphone);
  const microphoneOpen = useRootState((state) => state.desk.microphoneOpen);
  return useMemo(
    () => ({
      kind: "browser",
      label: "Browser softphone",
      status,
      register:
        status === "unregistered" ? () => void context.softphones[line].device.register() : null,
      microphone,
      microphoneOpen,
    }),
    [context, line, status, microphone, microphoneOpen],
  );
}

function lineLevels(context: ConsoleContext, line: DeviceLine): LineView["levels"] {
  const softphone = context.softphones[line];
  return {
    microphone: () => softphone.readLevels().input,
    caller: () => softphone.readLevels().output,
  };
}

/** The call that the line carries, and what can be done with it now. */
function useLineCall(line: DeviceLine): LineCallView | null {
  const context = useConsole();
  const leg = useRootState((state) => selectLeg(state, line));
  const call = useRootState((state) => (leg === null ? null : selectCall(state, leg.callId)));
  const asked = useRootState((state) => state.desk.pending[leg?.callId ?? ""] ?? null);
  const otherBridged = useRootState(
    (state) => selectBridgedCall(state, line === "line1" ? "line2" : "line1") !== null,
  );
  const callerSilent = useRootState((state) => state.desk.silence[line].caller);
  const warnings = useRootState((state) => state.desk.warnings[line]);
  const mayDropAir = usePermission("air");
  const mayExtend = usePermission("desk");
  const moves = useLineMoves(line);
  return useMemo(() => {
    const pending = asked === "reject" || asked === "mark" ? null : asked;
    const rights = { mayDropAir, mayExtend };
    const sound = { callerSilent, warnings };
    const around = { context, line, pending, ...rights, ...sound, otherBridged, moves };
    return leg === null || call === null ? null : lineCallView({ ...around, leg, call });
  }, [
    context,
    line,
    leg,
    call,
    asked,
    mayDropAir,
    mayExtend,
    otherBridged,
    callerSilent,
    warnings,
    moves,
  ]);
}

/** One device line: its device, the call it carries, and what can be done with it now. */
export function useLine(line: DeviceLine): LineView {
  const context = useConsole();
  const call = useLineCall(line);
  const selected = useRootState((state) => selectActiveLine(state) === line);
  const notice = useRootState((state) => selectLineNotice(state.desk.notices, line));
  const otherTab = useRootState((state) => selectCallInOtherTab(state, line));
  const device = useLineDevice(line);
  const direct = useDirectCall(line);
  const offer = useOffer(line);
  return useMemo(
    (): LineView => ({
      line,
      number: line === "line1" ? 1 : 2,
      selected,
      select: () => void context.store.dispatch(lineSelected(line)),
      device,
      call,
      direct,
      offer,
      notice: lineNotice(notice, otherTab, (id) => context.desk.requests.act(id)),
      levels: lineLevels(context, line),
    }),
    [context, line, call, direct, offer, selected, notice, otherTab, device],
  );
}
