import { newSid, notFound, RefusedError } from "@linedesk/base";
import { buildCallRecord } from "../../calls/live/build-call-record.ts";
import type { CallRecord } from "../../calls/live/call.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { assertDialTarget } from "../../calls/placing/assert-dial-target.ts";
import type { CallApi, CallUpdate, OutboundCallRequest } from "../../calls/placing/call-api.ts";
import { detectAnsweringMachine } from "../../calls/placing/detect-answering-machine.ts";
import { resolveCallerId } from "../../calls/placing/resolve-caller-id.ts";
import { sendDtmfDigits } from "../../calls/playback/sounds.ts";
import { recordOutboundCall } from "../../calls/recordings/try-record.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { CoreDeps } from "../../twiml/document/core-deps.ts";
import { readProgram } from "./read-program.ts";

const DIGITS = /^[0-9A-Da-d#*wW]{1,32}$/;

/** What REST may do with calls. */
export function createCallApi(registry: CallRegistry, services: CoreDeps): CallApi {
  return {
    create: (request) => createCall(request, services),
    dryRun: (request) => dryRunCall(request, services),
    find: (sid) => registry.find(sid),
    list: (filter) => registry.list(filter),
    update(sid, change) {
      const call = registry.live(sid);
      if (!call && !registry.find(sid)) {
        throw notFound("The call");
      }
      if (!call) {
        throw new RefusedError(21220, "Call is not in-progress. Cannot redirect.");
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
        throw new RefusedError(20409, "The call is still live", 409);
      }
      return registry.remove(sid);
    },
    persisted: () => registry.persisted(),
    log: (sid) => registry.log(sid),
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

function assertValidRequest({ to, sendDigits }: OutboundCallRequest): void {
  if (to.trim() === "") {
    throw new RefusedError(21201, "No 'To' number is specified");
  }
  if (to.startsWith("app:")) {
    throw new RefusedError(21211, "Applications are for participants");
  }
  if (sendDigits !== undefined && !DIGITS.test(sendDigits)) {
    throw new RefusedError(20001, "SendDigits has 1 to 32 of 0-9 A-D # * w W");
  }
}

/** What `create` would answer, but for the caller id and the dialling rules. */
function dryRunCall(request: OutboundCallRequest, services: CoreDeps): CallRecord {
  const { to, from, callerName = null } = request;
  assertValidRequest(request);
  assertDialTarget(to);
  readProgram(request.program, services);
  const now = new Date(services.clock.now());
  return buildCallRecord({
    sid: newSid("CA"),
    origin: {
      accountSid: services.accountSid,
      parentCallSid: null,
      from,
      to,
      callerName,
      forwardedFrom: null,
      phoneNumberSid: null,
      applicationSid: null,
      stirStatus: null,
      direction: "outbound-api",
      appParams: [],
    },
    state: { status: "queued" },
    createdAt: now,
    updatedAt: now,
    begunAt: null,
    answeredBy: null,
    trunkSid: null,
  });
}

function createCall(request: OutboundCallRequest, services: CoreDeps): CallRecord {
  const { to, sendDigits, statusCallback = null } = request;
  const { defaults } = services;
  assertValidRequest(request);
  const { from, forwardedFrom } = resolveCallerId(request, services);
  const { start, fallback, ownCallback } = readProgram(request.program, services);
  const call = services.placer.place({
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
    clientNotificationUrl: request.clientNotificationUrl ?? null,
    ringTimeoutS: Math.min(Math.max(request.timeoutS ?? defaults.ringTimeoutS, 1), 600),
    timeLimitS: request.timeLimitS ?? defaults.timeLimitS,
    statusCallback: ownCallback ?? statusCallback,
    onAnswered: (answered) =>
      answered.run(async (signal) => {
        const player = services.playbacks.forLeg(answered.leg?.id ?? "");
        recordOutboundCall(answered, request.record, services);
        const scope = { call: answered, services, signal, player, requiresAudio: false };
        if (sendDigits) {
          await sendDtmfDigits(sendDigits, scope);
        } else {
          await detectAnsweringMachine(answered, request.machine, { services, signal });
        }
        await services.interpreter.runProgram(start, answered, signal);
      }),
  });
  call.fallback = fallback;
  return call.record();
}

function updateCall(call: LiveCall, change: CallUpdate, services: CoreDeps): void {
  const { status, program, statusCallback, timeLimitS, fallback } = change;
  if (status === "canceled" && call.state.status === "in-progress") {
    throw new RefusedError(21220, "Call is in-progress. Cannot cancel.");
  }
  // Else a number that nobody has verified could be talked to at length.
  if (call.origin.isVerification === true && (program || timeLimitS !== undefined)) {
    throw new RefusedError(21220, "The call verifies a number. Cannot redirect.");
  }
  const read = program ? readProgram(program, services) : null;
  const isWaiting = call.state.status !== "in-progress" && call.origin.direction !== "inbound";
  // Before anything is changed: what is refused changes nothing.
  if (read && !status && isWaiting) {
    throw new RefusedError(21220, "Call is not in-progress. Cannot redirect.");
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
