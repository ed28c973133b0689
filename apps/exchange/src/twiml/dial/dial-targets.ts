import { raceAbort, StoppedError } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { DIAL_LOOP_CODE } from "../../calls/placing/call-dialler.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag } from "../document/attributes.ts";
import type { BridgeEnd } from "./attempt-transfer.ts";
import type { DialScope, DialResult } from "./dial-scope.ts";
import { parseTimeLimitMs } from "./parse-time-limit.ts";
import { dialSipParams, ringFirst, type Callee } from "./ring-first.ts";
import { RingbackPlayer } from "./ringback-player.ts";
import { TransferableBridge } from "./transferable-bridge.ts";
import { waitForClients } from "./wait-for-clients.ts";

export async function dialTargets(
  dial: Element,
  nouns: Element[],
  dialling: DialScope,
): Promise<DialResult> {
  const { scope } = dialling;
  const { call, signal } = scope;
  const answersFirst = !parseFlag(dial, "answerOnBridge", false);
  const isOfClients = nouns.some(({ name }) => name === "Client");
  if (answersFirst && !isOfClients) {
    await raceAbort(call.answer(), signal);
  }
  const isUnanswered = answersFirst && call.state.status === "ringing";
  const sound = new RingbackPlayer(scope);
  try {
    function onEarlyMedia(callee: LiveCall, isAudible: boolean) {
      return sound.setEarlyMedia(callee, isAudible);
    }
    let answering = Promise.resolve();
    function onDialled(callees: readonly Callee[], settled: Promise<unknown>) {
      if (isUnanswered && call.state.status === "ringing") {
        answering = answerAfterClients(scope, callees, settled).then(() => sound.open());
      }
    }
    const rung = await ringFirst(dial, nouns, { scope, onEarlyMedia, onDialled });
    await raceAbort(answering, signal);
    if (answersFirst) {
      await raceAbort(call.answer(), signal);
    }
    if (rung.type === "unanswered") {
      scope.transfer?.onReached(rung.sipCode);
      if (rung.params["ErrorCode"] === String(DIAL_LOOP_CODE)) {
        rejectDialLoop(call);
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

/**
 * Answers the caller. If the call ends before, that is not an error here, because the Dial handles
 * it.
 */
async function answerAfterClients(
  { call, signal, services }: DialScope["scope"],
  callees: readonly Callee[],
  settled: Promise<unknown>,
): Promise<void> {
  try {
    await raceAbort(waitForClients(callees, settled, services.clock), signal);
    await call.answer();
  } catch (error) {
    if (!(error instanceof StoppedError)) {
      throw error;
    }
  }
}

/** A waiting internal call fails, so that the Dial of the first caller gets the reason. */
function rejectDialLoop(call: LiveCall): void {
  const isInner = (call.origin.internalDepth ?? 0) > 0;
  if (!isInner || call.state.status === "in-progress") {
    return;
  }
  const message = "own numbers dial one another in a loop";
  call.hangUp({ cause: "failed", sipCode: 482, twilioCode: DIAL_LOOP_CODE, message }, "failed");
}

async function connectTo(
  callee: Callee,
  dial: Element,
  dialling: DialScope & { stopRingback: () => void },
): Promise<DialResult> {
  const { scope, progress } = dialling;
  const { signal } = scope;
  const child = callee.call;
  let isTakenAway = false;
  let bridge: TransferableBridge | null = null;
  progress.params = {
    DialCallStatus: "completed",
    DialCallSid: child.sid,
    DialBridged: "false",
    ...dialSipParams(callee),
  };
  function isDials(): boolean {
    return !isTakenAway && bridge?.hasTransferred(child) !== true;
  }
  const bridged = new Promise<BridgeEnd>((resolve, reject) => {
    // The called party's own call runs the bridge, so that a redirect by REST removes the party
    // from it.
    child.run(async (childSignal) => {
      childSignal.addEventListener("abort", () => (isTakenAway = !child.isOver), { once: true });
      function onHandedOver(): void {
        void (progress.handedOver = { document: null });
      }
      bridge = new TransferableBridge({ dial, scope, child, childSignal, onHandedOver });
      const how = { ...dialling, dial, childSignal };
      await bridgeWithCallee(bridge, how).then(resolve, reject);
      if (isDials()) {
        child.hangUp();
      }
    });
    // A called party that transfers the caller may hang up immediately.
    function handleEnd() {
      return void (bridge?.isTransferring !== true && resolve({ type: "over" }));
    }
    child.ended.addEventListener("abort", () => queueMicrotask(handleEnd), { once: true });
  });
  try {
    const end = await raceAbort(bridged, signal);
    if (end.type === "handed_over") {
      progress.handedOver = { document: end.document };
    }
  } catch (error) {
    if (isDials()) {
      child.hangUp();
    }
    scope.signal.throwIfAborted();
    if (!(error instanceof StoppedError)) {
      throw error;
    }
  } finally {
    progress.params = {
      ...progress.params,
      DialCallDuration: String(child.answeredTimeS),
    };
  }
  return progress;
}

async function bridgeWithCallee(
  bridge: TransferableBridge,
  how: DialScope & { dial: Element; childSignal: AbortSignal; stopRingback: () => void },
): Promise<BridgeEnd> {
  const { scope, childSignal } = how;
  const { clock } = scope.services;
  how.stopRingback();
  await raceAbort(scope.call.answer(), AbortSignal.any([childSignal, scope.signal]));
  how.progress.params = { ...how.progress.params, DialBridged: "true" };
  scope.transfer?.onReached(200);
  const limitMs = parseTimeLimitMs(how.dial, scope);
  const stopTimer = clock.after(limitMs, () => bridge.end());
  try {
    return await bridge.run(clock.elapsedMs() + limitMs);
  } finally {
    stopTimer();
  }
}
