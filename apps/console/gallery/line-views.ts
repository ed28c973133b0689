import type {
  DirectCallView,
  LineCallView,
  LineDeviceView,
  LineView,
  OfferView,
  RemoteDeviceView,
} from "../src/features/lines/line-view.ts";
import { aCall, ago, bob, flag, me } from "./a-call.ts";
import { aDevice, aLine, aLineCall, line2Idle, line2OnAir, noMoves } from "./a-line.ts";

function nothing() {
  return undefined;
}

function aDirectCall(
  state: { status: "ringing" } | { status: "talking"; muted: boolean },
): DirectCallView {
  const isRinging = state.status === "ringing";
  return {
    call: { id: "CA1", from: "client:newsroom", since: ago(6), ...state },
    accept: isRinging ? nothing : null,
    reject: isRinging ? nothing : null,
    mute: isRinging ? null : nothing,
    unmute: null,
    end: isRinging ? null : nothing,
  };
}

function anOffer(): OfferView {
  const call = aCall({
    n: 35,
    description: "bus lanes on Parramatta Road",
    caller: { name: "Sam Tran", numberDisplay: "0491 570 156", location: "Penrith" },
  });
  return { call, from: "Bob", until: ago(-14), toAir: false, take: nothing, decline: nothing };
}

/** Returns an offer with all facts about a caller that are known before the answer. */
function aKnownOffer(): OfferView {
  const offer = anOffer();
  const { call } = offer;
  const known = {
    ...call,
    air: { radioOff: true, agreed: true },
    programmeAudible: true,
    contest: { outcome: "winner", place: 9, callerCount: 9 } as const,
    win: { prize: "A weekend", wonOn: "2026-11-08", mayWinOn: "2026-12-08" },
    caller: {
      ...call.caller,
      flags: [flag("vip")],
      warning: { kind: "warning" as const, reason: "prank calls" },
      earlierCalls: 7,
    },
  };
  return { ...offer, call: known };
}

const lockedCall = aCall({ n: 31, waitS: 300, description: "council rates, angry but clear" });
const locked = { ...lockedCall, marks: { ...lockedCall.marks, locked: true } };

/** The steps of handing over a call, and marked and recorded calls. */
const handOvers: Record<string, LineView> = {
  "offered to me": aLine({ call: null, offer: anOffer() }),
  "offered beside a call": aLine({ offer: anOffer() }),
  "offered to air": aLine({ call: null, offer: { ...anOffer(), toAir: true } }),
  "offered with warnings": aLine({ call: null, offer: aKnownOffer() }),
  "warned beside a call": aLine({ offer: aKnownOffer() }),
  "offered to bob": aLine({
    call: aLineCall({
      call: { ...lockedCall, offer: { to: bob, from: me, until: ago(-9) } },
      state: { status: "offered", since: ago(11), until: ago(-9), to: "Bob" },
      quality: null,
      hold: null,
      hangUp: null,
      sendDigit: null,
      moves: { ...noMoves, takeBack: nothing },
    }),
  }),
  alone: aLine({
    call: aLineCall({
      moves: { ...noMoves, give: { colleagues: [], elsewhere: null, to: nothing } },
    }),
  }),
  "of another station": aLine({
    call: aLineCall({
      moves: { ...noMoves, give: { colleagues: [], elsewhere: "3YY", to: nothing } },
    }),
  }),
  locked: aLine({
    call: aLineCall({ call: locked, unlock: nothing }),
  }),
  "radio on": aLine({
    call: aLineCall({ call: { ...lockedCall, programmeAudible: true } }),
  }),
  "caller is told": aLine({
    call: aLineCall({ call: { ...lockedCall, recording: "announcing" } }),
  }),
  recorded: aLine({
    call: aLineCall({ call: { ...lockedCall, recording: "running" } }),
  }),
  "recording paused": aLine({
    call: aLineCall({ call: { ...lockedCall, recording: "paused" } }),
  }),
  "locked, end asked": aLine({
    call: aLineCall({ call: locked, unlock: nothing }),
    notice: {
      id: "locked",
      tone: "warning",
      words: "Kim Nguyen is locked. The call was not ended",
      code: null,
      action: { label: "Unlock", run: nothing },
    },
  }),
};

const longCall = aCall({
  n: 33,
  description:
    "Wants to talk about the proposed changes to the timetable of the Blue Mountains line and her garden",
  caller: {
    name: "Wilhelmina Featherstonehaugh-Papadopoulos van der Merwe",
    location: "Upper Coomera North Extension via Woolgoolga",
  },
});

/**
 * Returns a dialled call whose time limit ended `endedS` seconds ago. With a negative number the
 * time limit ends in the future.
 */
function limitedCall(endedS: number): LineCallView {
  const { call } = aLineCall();
  return aLineCall({
    call: { ...call, direction: "outbound", dial: { limitS: 3600, endsAt: ago(endedS) } },
    extend: nothing,
  });
}

function aRemote(over: Partial<RemoteDeviceView> = {}): LineDeviceView {
  const remote: RemoteDeviceView = {
    status: "online",
    lastReplyAt: Date.parse(ago(3)),
    usedBy: null,
    fault: null,
    delayMs: 24,
    takeOver: null,
    retry: null,
    ...over,
  };
  const status = remote.status === "online" ? "registered" : "unregistered";
  return aDevice({ kind: "audio_server", label: "Studio B", status, remote });
}

/** Lines that an audio server carries. */
const studioLines: Record<string, LineView> = {
  "on an audio server": aLine({ call: null, device: aRemote() }),
  "talking on an audio server": aLine({ device: aRemote() }),
  "audio server connecting": aLine({
    call: null,
    device: aRemote({ status: "connecting", lastReplyAt: null }),
  }),
  "audio server silent": aLine({
    call: null,
    device: aRemote(),
    notice: {
      id: "accept",
      tone: "failure",
      words: "The audio server did not answer in 10 s.",
      code: "No response from server",
      action: { label: "Retry", run: nothing },
      second: { label: "Browser phone", run: nothing },
    },
  }),
  "audio server offline": aLine({
    call: null,
    device: aRemote({ status: "offline", lastReplyAt: Date.parse(ago(17)), retry: nothing }),
  }),
  "audio server without sound": aLine({
    call: null,
    device: aRemote({ fault: "The JACK server is gone." }),
  }),
  "talking without sound": aLine({ device: aRemote({ fault: "The JACK server is gone." }) }),
  "audio server of another": aLine({
    call: null,
    device: aRemote({ usedBy: "Bob", takeOver: nothing }),
  }),
};

/** Every state of a line, by name. */
export const lineStates: Record<string, LineView> = {
  talking: aLine(),
  "on air": { ...line2OnAir, selected: true },
  ...handOvers,
  ...studioLines,
  dialling: aLine({
    call: aLineCall({
      call: { ...aCall({ n: 34, description: "" }), direction: "outbound", answeredAt: null },
      state: { status: "dialling", since: ago(9) },
      quality: null,
      hold: null,
      sendDigit: null,
    }),
  }),
  "ends in two minutes": aLine({ call: limitedCall(-95) }),
  "ends in half a minute": aLine({ call: limitedCall(-22) }),
  muted: aLine({ call: aLineCall({ muted: true, mute: null, unmute: nothing }) }),
  holding: aLine({ call: aLineCall({ pending: "hold", hold: null }) }),
  held: aLine({
    call: aLineCall({
      state: { status: "held", since: ago(64) },
      hold: null,
      resume: nothing,
      sendDigit: null,
    }),
  }),
  "held beside another": aLine({
    call: aLineCall({
      state: { status: "held", since: ago(64) },
      hold: null,
      resume: nothing,
      resumeBeside: nothing,
      sendDigit: null,
      muted: true,
      mute: null,
      unmute: nothing,
    }),
  }),
  "both lines": aLine({ call: aLineCall({ besides: "bothLines" }) }),
  "held to air": aLine({
    call: aLineCall({
      state: { status: "held", since: ago(12) },
      besides: "toAir",
      hold: null,
      resume: nothing,
    }),
  }),
  "private line": aLine({ call: aLineCall({ besides: "privateLine", muted: true }) }),
  silent: aLine({
    call: aLineCall({ quality: null }),
    levels: { microphone: () => 0, caller: () => 0 },
    notice: {
      id: "silent",
      tone: "failure",
      words: "No sound from your microphone",
      code: null,
      action: null,
    },
  }),
  connecting: aLine({
    call: aLineCall({
      state: { status: "connecting", since: ago(1) },
      pending: "accept",
      hold: null,
      mute: null,
      sendDigit: null,
      quality: null,
    }),
  }),
  reconnecting: aLine({
    call: aLineCall({
      state: { status: "reconnecting", since: ago(7) },
      quality: { word: "degraded", mos: 2.1, jitterMs: 120, roundTripMs: 600, lossPercent: 14.2 },
      retrySound: nothing,
    }),
  }),
  "sound without signalling": aLine({
    device: {
      kind: "browser",
      label: "Browser softphone",
      status: "unregistered",
      register: null,
      microphone: "granted",
      microphoneOpen: true,
      soundAlive: true,
    },
    call: aLineCall(),
  }),
  ended: aLine({
    call: aLineCall({
      state: { status: "ended", reason: "caller_hung_up" },
      hold: null,
      mute: null,
      hangUp: null,
      sendDigit: null,
    }),
  }),
  "long words": aLine({ call: aLineCall({ call: longCall }) }),
  "failed action": aLine({
    notice: {
      id: "n",
      tone: "failure",
      words: "The caller could not be put on hold. Try again",
      code: "telephony_failed",
      action: { label: "Retry", run: nothing },
    },
  }),
  "sound warning": aLine({
    call: aLineCall({
      quality: { word: "fair", mos: 3.2, jitterMs: 44, roundTripMs: 212, lossPercent: 3.1 },
      warnings: ["high-jitter", "high-packet-loss"],
    }),
  }),
  "direct ring": aLine({ call: null, direct: aDirectCall({ status: "ringing" }) }),
  "direct call": aLine({ call: null, direct: aDirectCall({ status: "talking", muted: false }) }),
  idle: aLine({ call: null }),
  "idle, not selected": line2Idle,
  unregistered: aLine({
    call: null,
    device: aDevice({ status: "unregistered", register: nothing }),
  }),
  registering: aLine({ call: null, device: aDevice({ status: "registering" }) }),
  destroyed: aLine({ call: null, device: aDevice({ status: "destroyed" }) }),
};

export const microphoneStates: Record<string, LineView> = Object.fromEntries(
  (["prompt", "dismissed", "denied", "missing", "busy", "unknown"] as const).map((microphone) => [
    microphone,
    aLine({ call: null, device: aDevice({ microphone }) }),
  ]),
);
