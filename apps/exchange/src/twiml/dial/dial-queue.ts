import { raceAbort, sleep, StoppedError, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import type { Queue, QueueMember } from "../../calls/queues/queue.ts";
import { bridgeCalls } from "../../calls/transfers/bridge-calls.ts";
import { parseNumber } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import type { DialScope, DialResult } from "./dial-scope.ts";
import { watchDialEnd } from "./watch-dial-end.ts";
import { whisper } from "./whisper.ts";

/** Talks to the first who waits in a queue; waits for one when it is empty. */
export async function dialQueue(
  dial: Element,
  noun: Element,
  dialling: DialScope,
): Promise<DialResult> {
  const { scope } = dialling;
  const { call, services, signal } = scope;
  const name = readText(noun);
  if (name.length < 1 || name.length > 64) {
    const errorCode =
      name === "" ? TWILIO_CODES.DIAL_QUEUE_NAME_TOO_SHORT : TWILIO_CODES.DIAL_QUEUE_NAME_TOO_LONG;
    call.addLogEntry("error", "Queue", {
      errorCode,
      message: "a queue's name has 1 to 64 characters",
    });
    return { params: { DialCallStatus: "failed" } };
  }
  const queue = services.calls.queues.byName(name);
  if (!queue) {
    call.addLogEntry("error", "Queue", {
      errorCode: TWILIO_CODES.NOT_FOUND,
      message: "there is no such queue",
    });
    return { params: { DialCallStatus: "failed" } };
  }
  await raceAbort(call.answer(), signal);
  const fallback = services.calls.timeouts.dialTimeoutS;
  const timeoutS = parseNumber(dial, "timeout", { fallback, min: 1, max: 600 });
  const member = queue.find("Front") ?? (await nextMember(queue, timeoutS, scope));
  if (!member) {
    return { params: { DialCallStatus: "no-answer" } };
  }
  return bridgeWithMember({ dial, noun, dialling, queue, member });
}

async function nextMember(
  queue: Queue,
  timeoutS: number,
  { services, signal }: VerbScope<"clock">,
): Promise<QueueMember | null> {
  const over = new AbortController();
  let wake: (member: QueueMember | null) => void = () => undefined;
  const joined = new Promise<QueueMember | null>((resolve) => (wake = resolve));
  const stop = queue.onJoin(() => wake(queue.find("Front")));
  const timeUp = sleep(services.clock, timeoutS * 1000, AbortSignal.any([signal, over.signal]));
  try {
    return await Promise.race([joined, timeUp.then(() => null)]);
  } finally {
    stop();
    over.abort(new StoppedError("over"));
  }
}

async function bridgeWithMember(options: {
  dial: Element;
  noun: Element;
  dialling: DialScope;
  queue: Queue;
  member: QueueMember;
}): Promise<DialResult> {
  const { dial, noun, dialling, queue, member } = options;
  const { scope, recording, progress } = dialling;
  const { call, services } = scope;
  const { clock, media, audio, documents } = services;
  const params = {
    QueueSid: queue.sid,
    QueueTime: String(queue.waitS(member)),
    DequeingCallSid: call.sid,
  };
  queue.remove(member);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const ending = new AbortController();
  const stopWatching = watchDialEnd(dial, scope, () => ending.abort(new StoppedError("over")));
  const signal = AbortSignal.any([scope.signal, ending.signal, member.signal]);
  let isBridged = false;
  member.exit({ type: "taken", dequeuer: call, released, isBridged: () => isBridged });
  const startedAt = clock.elapsedMs();
  try {
    const url = noun.attributes["url"] ? resolveUrl(noun.attributes["url"], scope.document) : null;
    const side = { call: member.call, documents, signal, purpose: "hold" } as const;
    if (url) {
      await whisper({ noun, url, params, ...side });
    }
    recording.handleConnected(null);
    scope.transfer?.onReached(200);
    isBridged = true;
    await bridgeCalls([call, member.call], { media, playbacks: audio.playbacks }, signal);
  } catch (error) {
    scope.signal.throwIfAborted();
    if (!(error instanceof StoppedError)) {
      throw error;
    }
  } finally {
    stopWatching();
    release();
    // Told to the action, too, where it is the caller who hangs up.
    const durationMs = clock.elapsedMs() - startedAt;
    progress.params = buildResult(member.call, { durationMs, isBridged });
  }
  return { params: progress.params };
}

function buildResult(callee: LiveCall, ended: { durationMs: number; isBridged: boolean }) {
  return {
    DialCallStatus: "completed",
    DialCallSid: callee.sid,
    DialCallDuration: String(Math.round(ended.durationMs / 1000)),
    DialBridged: String(ended.isBridged),
  };
}
