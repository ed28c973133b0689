import { raceAbort, StoppedError } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { DIAL_LOOP_CODE } from "../../calls/placing/call-dialler.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag } from "../document/attributes.ts";
import { connectCallee } from "./connect-callee.ts";
import { continueDial } from "./continue-dial.ts";
import type { DialScope, DialResult } from "./dial-scope.ts";
import { ringFirst, type Callee } from "./ring-first.ts";
import { RingbackPlayer } from "./ringback-player.ts";
import { toStoredDial } from "./to-stored-dial.ts";
import { waitForClients } from "./wait-for-clients.ts";

/** A running Dial is stored, so that the exchange never dials it again after a restart. */
export async function dialTargets(
  dial: Element,
  nouns: Element[],
  dialling: DialScope,
): Promise<DialResult> {
  const { call, document } = dialling.scope;
  const stored = toStoredDial(dial, document);
  call.course.dial = stored;
  try {
    const resumed = document.verbs[0] === dial ? (document.resumedDial ?? null) : null;
    return resumed === null
      ? await ringTargets(dial, nouns, dialling)
      : await continueDial(dial, resumed, dialling);
  } finally {
    call.course.dial = null;
  }
}

async function ringTargets(
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
    return await connectCallee(rung.callee, dial, {
      ...dialling,
      stopRingback: () => sound.stop(),
    });
  } finally {
    sound.stop();
  }
}

/**
 * Waits for the softphones among the callees, then answers the caller. If the caller's call ends
 * first, this is not an error here, because the Dial handles the end.
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

/**
 * Fails an unanswered call that one of our own numbers has dialled, so that the Dial that began the
 * loop gets the reason.
 */
function rejectDialLoop(call: LiveCall): void {
  const isInner = (call.origin.internalDepth ?? 0) > 0;
  if (!isInner || call.state.status === "in-progress") {
    return;
  }
  const message = "own numbers dial one another in a loop";
  call.hangUp({ cause: "failed", sipCode: 482, twilioCode: DIAL_LOOP_CODE, message }, "failed");
}
