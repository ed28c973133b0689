import type { DemoPhoneView } from "../src/features/phone/demo-phone-view.ts";
import { ago } from "./a-call.ts";

function nothing() {
  return undefined;
}

const readyPhone: Extract<DemoPhoneView, { status: "ready" }> = {
  status: "ready",
  lines: [
    { number: "+61255500101", label: "2ZZ Main, 02 5550 0101" },
    { number: "+61255500102", label: "2ZZ Contest, 02 5550 0102" },
  ],
  callerNumbers: [
    { number: "+61491570006", label: "0491 570 006, Kim Nguyen" },
    { number: "+61491570156", label: "0491 570 156, Sam Tran" },
  ],
  from: "+61491570006",
  chooseFrom: nothing,
  to: "+61255500101",
  chooseTo: nothing,
  call: { status: "idle" },
  microphone: "granted",
  answer: null,
  decline: null,
  dial: nothing,
  hangUp: null,
  muted: false,
  mute: null,
  unmute: null,
  sendDigit: null,
  readInputLevel: () => 0,
  readOutputLevel: () => 0,
};

const busyPhone = { ...readyPhone, chooseFrom: null, chooseTo: null, dial: null, hangUp: nothing };

/** Every state of the telephone, by name. */
export const phoneStates: Record<string, DemoPhoneView> = {
  idle: readyPhone,
  rung: {
    ...busyPhone,
    hangUp: null,
    answer: nothing,
    decline: nothing,
    call: { status: "rung", since: ago(4) },
  },
  ringing: { ...busyPhone, call: { status: "ringing", since: ago(6) } },
  talking: {
    ...busyPhone,
    call: { status: "talking", since: ago(95) },
    mute: nothing,
    sendDigit: nothing,
    readInputLevel: () => 0.35,
    readOutputLevel: () => 0.7,
  },
  reconnecting: { ...busyPhone, call: { status: "reconnecting", since: ago(95) } },
  ended: { ...readyPhone, call: { status: "ended", words: "The station hung up" } },
  off: { status: "off" },
  failed: { status: "failed", words: "We could not reach the server", retry: nothing },
};
