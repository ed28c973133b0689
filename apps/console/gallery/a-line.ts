import type { Colleague } from "../src/client/store/select-colleagues.ts";
import type { LineCallView, LineDeviceView, LineView } from "../src/features/lines/line-view.ts";
import { aCall, ago, uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const colleagues: Colleague[] = [
  { user: uuid(902), name: "Bob", role: "presenter" },
  { user: uuid(903), name: "Carla", role: "producer" },
];

export const noMoves: LineCallView["moves"] = { other: null, give: null, takeBack: null };

export function aDevice(over: Partial<LineDeviceView> = {}): LineDeviceView {
  return {
    kind: "browser",
    label: "Browser softphone",
    status: "registered",
    register: null,
    microphone: "granted",
    microphoneOpen: true,
    ...over,
  };
}

export function aLineCall(over: Partial<LineCallView> = {}): LineCallView {
  return {
    call: {
      ...aCall({ n: 31, waitS: 300, description: "council rates, angry but clear" }),
      answeredAt: ago(290),
    },
    state: { status: "talking", since: ago(133) },
    muted: false,
    quality: { word: "excellent", mos: 4.3, jitterMs: 4, roundTripMs: 38, lossPercent: 0 },
    warnings: [],
    pending: null,
    hold: nothing,
    retrySound: null,
    resume: null,
    resumeBeside: null,
    besides: null,
    mute: nothing,
    unmute: null,
    hangUp: nothing,
    sendDigit: nothing,
    moves: {
      other: { kind: "move", number: 2, toAir: false, run: nothing },
      give: { colleagues, elsewhere: null, to: nothing },
      takeBack: null,
    },
    unlock: null,
    conference: null,
    mayConfer: true,
    endTalkback: null,
    extend: null,
    ...over,
  };
}

export function aLine(over: Partial<LineView> = {}): LineView {
  return {
    line: "line1",
    number: 1,
    selected: true,
    select: nothing,
    device: aDevice(),
    call: aLineCall(),
    offer: null,
    direct: null,
    notice: null,
    free: null,
    levels: { microphone: () => 0.34, caller: () => 0.62 },
    ...over,
  };
}

export const line2Idle = aLine({
  line: "line2",
  number: 2,
  selected: false,
  call: null,
  free: "plain",
  device: aDevice({ status: "standby" }),
});

export const line2OnAir = aLine({
  line: "line2",
  number: 2,
  selected: false,
  device: aDevice({ kind: "audio_server", label: "Studio B" }),
  call: aLineCall({
    call: aCall({
      n: 32,
      description: "light rail noise after midnight",
      caller: {
        name: "Alex Kimura",
        numberDisplay: "0491 570 159",
        number: "+61491570159",
        location: "Newtown",
      },
    }),
    state: { status: "on_air", since: ago(75) },
    quality: null,
    mute: null,
    sendDigit: null,
  }),
  levels: { microphone: () => 0, caller: () => 0.48 },
});
