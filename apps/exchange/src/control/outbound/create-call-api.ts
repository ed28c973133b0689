import { notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallTimeouts } from "../../calls/live/call-timeouts.ts";
import type { CallRecord } from "../../calls/live/call.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallApi, CallUpdate, OutboundCallRequest } from "../../calls/placing/call-api.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import { type OwnNumbers, selectCallerId } from "../../calls/placing/select-caller-id.ts";
import type { DocumentRunner } from "../../calls/playback/document-runner.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { WorkMarker } from "../../storage/work-marker.ts";
import { type ProgramDeps, readProgram } from "./read-program.ts";

interface CallApiDeps {
  media: Pick<MediaPort, "stats">;
  programs: ProgramDeps;
  callerIds: OwnNumbers;
  dialler: CallDialler;
  timeouts: CallTimeouts;
  interpreter: DocumentRunner;
  marker: Pick<WorkMarker, "run">;
}

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
      services.marker.run(sid, () => updateCall(call, change, services));
      return call.record();
    },
    remove(sid) {
      if (registry.live(sid)) {
        throw new RefusedError(TWILIO_CODES.DELETE_BEFORE_COMPLETE, "The call is still live", 409);
      }
      return registry.remove(sid);
    },
    persisted: () => registry.persisted(),
    async stats(sid) {
      const leg = registry.live(sid)?.leg;
      return leg ? services.media.stats(leg.id) : registry.findStats(sid);
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

function createCall(request: OutboundCallRequest, services: CallApiDeps): CallRecord {
  const { to, statusCallback = null } = request;
  const { timeouts } = services;
  if (to.trim() === "") {
    throw new RefusedError(TWILIO_CODES.TO_MISSING, "No 'To' number is specified");
  }
  const from = selectCallerId(request.from, to, services.callerIds);
  const start = readProgram(request.program, services.programs);
  const call = services.dialler.placeCall({
    direction: "outbound-api",
    parentCallSid: null,
    from,
    to,
    callerName: request.callerName ?? null,
    params: request.params ?? [],
    credentials: request.credentials ?? null,
    byoc: request.byoc ?? null,
    ringTimeoutS: Math.min(Math.max(request.timeoutS ?? timeouts.ringTimeoutS, 1), 600),
    timeLimitS: request.timeLimitS ?? timeouts.timeLimitS,
    statusCallback,
    onAnswered: (answered) =>
      answered.run((signal) => services.interpreter.runProgram(start, answered, signal)),
  });
  call.course.fallback = request.fallback ?? null;
  return call.record();
}

function updateCall(call: LiveCall, change: CallUpdate, services: CallApiDeps): void {
  const { status, program, timeLimitS } = change;
  if (status === "canceled" && call.state.status === "in-progress") {
    throw new RefusedError(TWILIO_CODES.INVALID_CALL_STATE, "Call is in-progress. Cannot cancel.");
  }
  // A redirect could play any document to a number that is not verified yet.
  if (call.origin.isVerification === true && (program || timeLimitS !== undefined)) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "The call verifies a number. Cannot redirect.",
    );
  }
  const start = program ? readProgram(program, services.programs) : null;
  const isWaiting = call.state.status !== "in-progress" && call.origin.direction !== "inbound";
  // This check comes before all changes, because a refused request must change nothing.
  if (start && !status && isWaiting) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "Call is not in-progress. Cannot redirect.",
    );
  }
  if (timeLimitS !== undefined) {
    call.changeTimeLimit(timeLimitS);
  }
  if (status) {
    return endCall(call, status);
  }
  if (start) {
    call.run((signal) => services.interpreter.runProgram(start, call, signal));
  }
}

function endCall(call: LiveCall, status: "completed" | "canceled"): void {
  if (status === "completed" && call.state.status === "in-progress") {
    return call.hangUp();
  }
  call.hangUp({ cause: "cancelled", sipCode: 487 }, "canceled");
}
