import { useEffect, useMemo, useState, useSyncExternalStore } from "react";

import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { DemoPhoneView } from "./demo-phone-view.ts";
import { DemoPhone, type DemoPhoneState } from "./demo-phone.ts";

export function useDemoPhone(): DemoPhoneView {
  const { http, voice } = useConsole();
  const [phone] = useState(() => new DemoPhone({ http, openVoiceDevice: voice.openDevice }));
  const state = useSyncExternalStore(phone.onChange, () => phone.state);
  const microphone = useRootState((root) => root.desk.microphone);
  useEffect(() => {
    void phone.load();
    return () => phone.close();
  }, [phone]);
  return useMemo(() => toDemoPhoneView(phone, state, microphone), [phone, state, microphone]);
}

function toDemoPhoneView(
  phone: DemoPhone,
  state: DemoPhoneState,
  microphone: MicrophoneState,
): DemoPhoneView {
  if (state.status === "loading" || state.status === "off") {
    return state;
  }
  if (state.status === "failed") {
    return { ...state, retry: () => void phone.load() };
  }
  const { call, muted, offer, from, to } = state;
  const rung = call.status === "rung";
  const idle = call.status === "idle" || call.status === "ended";
  const isConnected = call.status === "talking";
  return {
    status: "ready",
    lines: offer.lines,
    callerNumbers: offer.callerNumbers,
    from,
    chooseFrom: idle ? (number) => phone.choose({ from: number }) : null,
    to,
    chooseTo: idle ? (number) => phone.choose({ to: number }) : null,
    call,
    microphone,
    answer: rung ? () => phone.answer() : null,
    decline: rung ? () => phone.decline() : null,
    dial: idle ? () => void phone.dial() : null,
    hangUp: idle || rung ? null : () => phone.hangUp(),
    muted,
    mute: isConnected && !muted ? () => phone.mute(true) : null,
    unmute: isConnected && muted ? () => phone.mute(false) : null,
    sendDigit: isConnected ? (digit) => phone.sendDigit(digit) : null,
    readInputLevel: () => phone.readLevels().input,
    readOutputLevel: () => phone.readLevels().output,
  };
}
