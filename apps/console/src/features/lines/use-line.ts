import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { Carrier } from "../../client/store/carriers-slice.ts";
import { lineSelected } from "../../client/store/desk-slice.ts";
import type { Notice } from "../../client/store/desk-state.ts";
import { selectActiveLine, selectCall, selectLeg } from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";
import { toNoticeView } from "../../client/to-notice-view.ts";
import { useFeedsAir } from "../../client/use-barred-lines.ts";
import { pageWords } from "../../client/words/page-words.ts";
import type { NoticeView } from "../../lib/notice-view.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import { selectCallInOtherTab } from "./derive-line-call-status.ts";
import type { DirectCallView, LineDeviceView, LineView } from "./line-view.ts";
import { useLineCall } from "./use-line-call.ts";
import { useOffer } from "./use-offer.ts";
import { otherOf, selectIsOnAir } from "./use-other-line.ts";

function lineNotice(
  notice: Notice | undefined,
  otherTab: Call | null,
  act: (notice: string, button: 0 | 1) => void,
): NoticeView | null {
  if (notice !== undefined) {
    return toNoticeView(notice, act);
  }
  if (otherTab === null) {
    return null;
  }
  const who = otherTab.caller.name ?? otherTab.caller.numberDisplay;
  const words = pageWords()("notices.inOtherTab", { name: who });
  return { id: `tab:${otherTab.id}`, tone: "info", words, code: null, action: null };
}

/**
 * Returns the line's newest failure, or else its newest notice; the card has space for only one.
 */
function selectLineNotice(notices: readonly Notice[], line: DeviceLine): Notice | undefined {
  const own = notices.filter((one) => one.line === line);
  return own.findLast(({ tone }) => tone === "failure") ?? own.at(-1);
}

function useDirectCall(line: DeviceLine): DirectCallView | null {
  const context = useConsole();
  const call = useRootState((state) => state.desk.direct[line]);
  return useMemo(() => {
    if (call === null) {
      return null;
    }
    const { actions } = context.desk;
    const { direct } = context.voice.softphones[line];
    const isRinging = call.status === "ringing";
    const mayMute = call.status !== "ringing";
    return {
      call,
      accept: isRinging ? () => actions.acceptDirect(line) : null,
      reject: isRinging ? () => direct.reject() : null,
      mute: mayMute && !call.muted ? () => actions.mute(line, true) : null,
      unmute: mayMute && call.muted ? () => actions.mute(line, false) : null,
      end: isRinging ? null : () => direct.end(),
    };
  }, [context, line, call]);
}

/** Maps each status of an audio server to the softphone status that is drawn with the same dot. */
const dots = {
  connecting: "registering",
  online: "registered",
  offline: "unregistered",
} as const satisfies Record<Carrier["status"], LineDeviceView["status"]>;

function toRemoteDevice(
  carrier: Carrier,
  { carriers }: ConsoleContext["voice"],
  line: DeviceLine,
): LineDeviceView {
  const { name, status, lastReplyAt, usedBy, report } = carrier;
  const fault = status === "online" ? (report?.fault ?? null) : null;
  return {
    kind: "audio_server",
    label: name ?? "",
    status: dots[status],
    register: null,
    microphone: "unknown",
    microphoneOpen: false,
    remote: {
      status,
      lastReplyAt,
      usedBy,
      fault,
      delayMs: report?.delayMs ?? null,
      takeOver: usedBy === null ? null : () => carriers.takeOver(line),
      retry: status === "online" ? null : () => carriers.poll(line),
    },
  };
}

/**
 * The server reports a stopped exchange within this time. The line waits for this report before it
 * shows that the sound continues, because a stopped exchange sends no sound.
 */
const EXCHANGE_REPORT_MS = 1_000;

/** Returns true while the softphone has lost signalling and the sound of its call goes on. */
export function selectIsSoundAlive(state: RootState, line: DeviceLine): boolean {
  const leg = selectLeg(state, line);
  const { desk, calls } = state;
  const isExchangeAway = desk.connection.status === "live" && calls.telephony === "down";
  const isOnHold = leg !== null && selectCall(state, leg.callId)?.desk.status === "held";
  const isSignallingLost = leg?.status === "connected" && leg.signallingLost === true;
  return isSignallingLost && !isExchangeAway && !isOnHold;
}

function useLineDevice(line: DeviceLine): LineDeviceView {
  const context = useConsole();
  const status = useRootState((state) => state.desk.devices[line]);
  const microphone = useRootState((state) => state.desk.microphone);
  const microphoneOpen = useRootState((state) => state.desk.microphoneOpen);
  const carrier = useRootState((state) => state.carriers[line]);
  const isAlive = useRootState((state) => selectIsSoundAlive(state, line));
  const soundAlive = useDelayed(isAlive, EXCHANGE_REPORT_MS);
  return useMemo((): LineDeviceView => {
    if (carrier !== null) {
      return toRemoteDevice(carrier, context.voice, line);
    }
    const { device } = context.voice.softphones[line];
    return {
      kind: "browser",
      label: "Browser softphone",
      status,
      register: status === "unregistered" ? () => void device.register() : null,
      microphone,
      microphoneOpen,
      soundAlive,
    };
  }, [context, line, carrier, status, microphone, microphoneOpen, soundAlive]);
}

function lineLevels({ softphones }: ConsoleContext["voice"], line: DeviceLine): LineView["levels"] {
  const softphone = softphones[line];
  return {
    microphone: () => softphone.readLevels().input,
    caller: () => softphone.readLevels().output,
  };
}

function useFreeLine(line: DeviceLine): NonNullable<LineView["free"]> {
  const open = useRootState((state) => state.calls.station);
  const goesToAir = useFeedsAir(line, open);
  const isOtherOnAir = useRootState((state) => selectIsOnAir(state, otherOf[line]));
  return goesToAir ? "toAir" : isOtherOnAir ? "private" : "plain";
}

export function useLine(line: DeviceLine): LineView {
  const context = useConsole();
  const call = useLineCall(line);
  const selected = useRootState((state) => selectActiveLine(state) === line);
  const notice = useRootState((state) => selectLineNotice(state.desk.notices, line));
  const otherTab = useRootState((state) => selectCallInOtherTab(state, line));
  const device = useLineDevice(line);
  const direct = useDirectCall(line);
  const offer = useOffer(line);
  const isFree = call === null && direct === null;
  const free = useFreeLine(line);
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
      free: isFree ? free : null,
      notice: lineNotice(notice, otherTab, (...press) => context.desk.requests.act(...press)),
      levels: lineLevels(context.voice, line),
    }),
    [context, line, call, direct, offer, isFree, free, selected, notice, otherTab, device],
  );
}
