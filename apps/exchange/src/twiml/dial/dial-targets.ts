import { ringToneOf } from "@linedesk/audio";
import { orAborted, Stopped } from "@linedesk/base";
import type { AudioSource } from "@linedesk/media";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { IN_CIRCLES } from "../../calls/placing/call-placer.ts";
import { keyDigits } from "../../calls/playback/sounds.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { flagOf } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { Dialling, DialResult } from "./dialling.ts";
import { ringFirst, type Callee } from "./ring-first.ts";
import { timeLimitMsOf, watchEnd } from "./time-limit.ts";
import { TransferableTalk } from "./transferable-talk.ts";
import type { TalkEnd } from "./tried-transfer.ts";
import { WaitingSound } from "./waiting-sound.ts";
import { whisper } from "./whisper.ts";

/** Rings numbers, clients and sip addresses; the first to answer talks to the caller. */
export async function dialTargets(
  dial: Element,
  nouns: Element[],
  dialling: Dialling,
): Promise<DialResult> {
  const { scope } = dialling;
  const { call, signal } = scope;
  const waits = flagOf(dial, "answerOnBridge", false);
  if (!waits) {
    await orAborted(call.answer(), signal);
  }
  dialling.recording.handleRinging();
  const sound = new WaitingSound(scope, ringbackOf(dial, call));
  try {
    function onEarlyMedia(callee: LiveCall, isHeard: boolean) {
      return sound.early(callee, isHeard);
    }
    const rung = await ringFirst(dial, nouns, { scope, onEarlyMedia });
    if (rung.type === "nobody") {
      scope.onReached?.(rung.sipCode);
      if (rung.params["ErrorCode"] === String(IN_CIRCLES)) {
        leaveCircle(call);
      }
      return { params: rung.params };
    }
    call.referredBy = null;
    sound.answered();
    return await connectTo(rung.callee, dial, { ...dialling, stopRingback: () => sound.stop() });
  } finally {
    sound.stop();
  }
}

/** A call inside that still waits fails, so that the Dial of the first caller is told of it. */
function leaveCircle(call: LiveCall): void {
  const isInner = (call.origin.innerDepth ?? 0) > 0;
  if (!isInner || call.state.status === "in-progress") {
    return;
  }
  const message = "own numbers dial one another in circles";
  call.hangUp({ cause: "failed", sipCode: 482, twilioCode: IN_CIRCLES, message }, "failed");
}

/** As the country of `ringTone` rings; Australia's for one that we do not know. */
function ringbackOf(dial: Element, call: LiveCall): AudioSource {
  const country = dial.attributes["ringTone"]?.trim().toLowerCase();
  if (country === undefined) {
    return { type: "progress", tone: "ringback" };
  }
  if (ringToneOf(country) !== null) {
    return { type: "progress", tone: "ringback", country };
  }
  call.note("error", "Dial", { errorCode: 12200, message: "there is no such ringTone" });
  return { type: "progress", tone: "ringback" };
}

async function connectTo(
  callee: Callee,
  dial: Element,
  dialling: Dialling & { stopRingback: () => void },
): Promise<DialResult> {
  const { scope, progress } = dialling;
  const { signal } = scope;
  const child = callee.call;
  let isTakenAway = false;
  let talk: TransferableTalk | null = null;
  // Of the dialled party alone, until he has heard what he is to hear first.
  progress.params = { DialCallStatus: "completed", DialCallSid: child.sid, DialBridged: "false" };
  function isDials(): boolean {
    return !isTakenAway && talk?.hasGivenAway(child) !== true;
  }
  const talked = new Promise<TalkEnd>((resolve, reject) => {
    // The talk is what the callee's own call runs: a redirect by REST takes it out of here.
    child.run(async (childSignal) => {
      childSignal.addEventListener("abort", () => (isTakenAway = !child.isOver), { once: true });
      function onPassedOn(): void {
        void (progress.passedOn = { document: null });
      }
      talk = new TransferableTalk({ dial, scope, child, childSignal, onPassedOn });
      await talkTo(callee, talk, { ...dialling, dial, childSignal }).then(resolve, reject);
      if (isDials()) {
        child.hangUp();
      }
    });
    // A callee who passes the caller on may hang up at once.
    function handleEnd() {
      return void (talk?.isTransferring !== true && resolve({ type: "over" }));
    }
    child.ended.addEventListener("abort", () => queueMicrotask(handleEnd), { once: true });
  });
  try {
    const end = await orAborted(talked, signal);
    if (end.type === "passed on") {
      progress.passedOn = { document: end.document };
    }
  } catch (error) {
    if (isDials()) {
      child.hangUp();
    }
    scope.signal.throwIfAborted();
    if (!(error instanceof Stopped)) {
      throw error;
    }
  } finally {
    progress.params = {
      ...progress.params,
      DialCallDuration: String(child.talkedS),
    };
  }
  return progress;
}

async function talkTo(
  callee: Callee,
  talk: TransferableTalk,
  how: Dialling & { dial: Element; childSignal: AbortSignal; stopRingback: () => void },
): Promise<TalkEnd> {
  const { scope, childSignal, stopRingback } = how;
  const { call, services } = scope;
  const { noun } = callee;
  const child = callee.call;
  const signal = AbortSignal.any([childSignal, scope.signal]);
  const speaker = services.playbacks.onLeg(child.leg?.id ?? "");
  const digits = noun.attributes["sendDigits"]?.replace(/[^0-9A-Da-d#*wW]/g, "");
  if (digits) {
    await keyDigits(digits, { call: child, services, signal, speaker, mustSound: false });
  }
  const url = noun.attributes["url"] ? resolveUrl(noun.attributes["url"], scope.document) : null;
  if (url && !(await whisper({ noun, url, params: {}, call: child, services, signal }))) {
    return { type: "over" };
  }
  stopRingback();
  await orAborted(call.answer(), signal);
  how.recording.handleConnected();
  how.progress.params = { ...how.progress.params, DialBridged: "true" };
  scope.onReached?.(200);
  const stopWatching = watchEnd(how.dial, scope, () => talk.end());
  try {
    return await talk.run(services.clock.elapsedMs() + timeLimitMsOf(how.dial, scope));
  } finally {
    stopWatching();
  }
}
