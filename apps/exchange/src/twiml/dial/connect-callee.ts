import { raceAbort, StoppedError } from "@linedesk/base";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { BridgeEnd } from "./attempt-transfer.ts";
import type { DialScope, DialResult } from "./dial-scope.ts";
import { parseTimeLimitMs } from "./parse-time-limit.ts";
import { dialSipParams, type Callee } from "./ring-first.ts";
import { toStoredDial } from "./to-stored-dial.ts";
import { TransferableBridge } from "./transferable-bridge.ts";

/** Bridges the caller with the party that has answered, until one of them leaves. */
export async function connectCallee(
  callee: Callee,
  dial: Element,
  dialling: DialScope & { stopRingback: () => void },
): Promise<DialResult> {
  const { scope, progress } = dialling;
  const { signal } = scope;
  const child = callee.call;
  scope.call.course.dial = toStoredDial(dial, scope.document, callee);
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
