import { type Clock, notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { CallTimeouts } from "../../calls/live/call-timeouts.ts";
import type { CallRecord } from "../../calls/live/call.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallApi, CallUpdate, OutboundCallRequest } from "../../calls/placing/call-api.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import { type CallerIdDeps, resolveCallerId } from "../../calls/placing/resolve-caller-id.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import { sendDtmfDigits, type SoundDeps } from "../../calls/playback/sounds.ts";
import { type RecordDeps, recordOutboundCall } from "../../calls/recordings/try-record.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { type ProgramDeps, readProgram } from "./read-program.ts";

interface CallApiDeps {
  accountSid: string;
  clock: Clock;
  programs: ProgramDeps;
  callerIds: CallerIdDeps;
  dialler: CallDialler;
  timeouts: CallTimeouts;
  interpreter: DocumentRunner;
  answered: AnsweredCallDeps;
}

/** What happens to a call that has been answered, before its document runs. */
interface AnsweredCallDeps extends SoundDeps, RecordDeps {
  playbacks: PlaybackController;
}

const DIGITS = /^[0-9A-Da-d#*wW]{1,32}$/;

/** What REST may do with calls. */
export function createCallApi(registry: CallRegistry, services: CallApiDeps): CallApi {
  return {
    create: (request) => createCall(request, services),
    find: (sid) => registry.find(sid),
    list: (filter) => registry.list(filter),
    update(sid, change) {
      const call = registry.live(sid);
      if (!call && !registry.find(sid)) {
        throw notFound("The call");
      }
      if (!call) {
        throw new RefusedError(
          TWILIO_CODES.INVALID_CALL_STATE,
          "Call is not in-progress. Cannot redirect.",
        );
      }
      updateCall(call, change, services);
      // Whom a crash is told to has to be known after it.
      if (change.statusCallback) {
        registry.store(call);
      }
      return call.record();
    },
    remove(sid) {
      if (registry.live(sid)) {
        throw new RefusedError(TWILIO_CODES.DELETE_BEFORE_COMPLETE, "The call is still live", 409);
      }
      return registry.remove(sid);
    },
    persisted: () => registry.persisted(),
    log: (sid) => registry.log(sid),
    async stats(sid) {
      const leg = registry.live(sid)?.leg;
      return leg ? services.answered.media.stats(leg.id) : registry.findStats(sid);
    },
    sendMessage(sid, message) {
      const call = registry.live(sid);
      if (!call?.leg?.sendMessage || call.state.status !== "in-progress") {
        return false;
      }
      return call.leg.sendMessage(message);
    },
    onMessage: (listener) => registry.onMessage(listener),
    onChange: (listener) => registry.onChange(listener),
  };
}

function assertValidRequest({ to, sendDigits }: OutboundCallRequest): void {
  if (to.trim() === "") {
    throw new RefusedError(TWILIO_CODES.TO_MISSING, "No 'To' number is specified");
  }
  if (to.startsWith("app:")) {
    throw new RefusedError(TWILIO_CODES.INVALID_TO, "Applications are for participants");
  }
  if (sendDigits !== undefined && !DIGITS.test(sendDigits)) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_SEND_DIGITS,
      "SendDigits has 1 to 32 of 0-9 A-D # * w W",
    );
  }
}

function createCall(request: OutboundCallRequest, services: CallApiDeps): CallRecord {
  const { to, sendDigits, statusCallback = null } = request;
  const { timeouts, answered: parts } = services;
  assertValidRequest(request);
  const { from, forwardedFrom } = resolveCallerId(request, services.callerIds);
  const { start, fallback, ownCallback } = readProgram(request.program, services.programs);
  const call = services.dialler.placeCall({
    direction: "outbound-api",
    parentCallSid: null,
    from,
    to,
    callerName: request.callerName ?? null,
    forwardedFrom,
    params: request.params ?? [],
    credentials: request.credentials ?? null,
    reason: request.reason ?? null,
    byoc: request.byoc ?? null,
    ringTimeoutS: Math.min(Math.max(request.timeoutS ?? timeouts.ringTimeoutS, 1), 600),
    timeLimitS: request.timeLimitS ?? timeouts.timeLimitS,
    statusCallback: ownCallback ?? statusCallback,
    onAnswered: (answered) =>
      answered.run(async (signal) => {
        const player = parts.playbacks.forLeg(answered.leg?.id ?? "");
        recordOutboundCall(answered, request.record, parts);
        const scope = { call: answered, services: parts, signal, player, requiresAudio: false };
        if (sendDigits) {
          await sendDtmfDigits(sendDigits, scope);
        }
        await services.interpreter.runProgram(start, answered, signal);
      }),
  });
  call.fallback = fallback;
  return call.record();
}

function updateCall(call: LiveCall, change: CallUpdate, services: CallApiDeps): void {
  const { status, program, statusCallback, timeLimitS, fallback } = change;
  if (status === "canceled" && call.state.status === "in-progress") {
    throw new RefusedError(TWILIO_CODES.INVALID_CALL_STATE, "Call is in-progress. Cannot cancel.");
  }
  // Else a number that nobody has verified could be talked to at length.
  if (call.origin.isVerification === true && (program || timeLimitS !== undefined)) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "The call verifies a number. Cannot redirect.",
    );
  }
  const read = program ? readProgram(program, services.programs) : null;
  const isWaiting = call.state.status !== "in-progress" && call.origin.direction !== "inbound";
  // Before anything is changed: what is refused changes nothing.
  if (read && !status && isWaiting) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "Call is not in-progress. Cannot redirect.",
    );
  }
  call.change({
    ...(statusCallback ? { statusCallback } : {}),
    ...(timeLimitS === undefined ? {} : { timeLimitS }),
  });
  if (fallback && "url" in fallback) {
    call.fallback = fallback;
  } else if (call.fallback) {
    call.fallback = { ...call.fallback, ...fallback };
  }
  if (status) {
    return endCall(call, status);
  }
  if (!read) {
    return;
  }
  if (read.fallback) {
    call.fallback = read.fallback;
  }
  call.run((signal) => services.interpreter.runProgram(read.start, call, signal));
}

function endCall(call: LiveCall, status: "completed" | "canceled"): void {
  if (status === "completed" && call.state.status === "in-progress") {
    return call.hangUp();
  }
  call.hangUp({ cause: "cancelled", sipCode: 487 }, "canceled");
}
