import { newSid, notFound, RefusedError } from "@linedesk/base";
import type { CallRecord } from "../../calls/live/call.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { recordOf } from "../../calls/live/record-of.ts";
import type { CallBook, CallUpdate, OutboundCallRequest } from "../../calls/placing/call-book.ts";
import { shownCaller } from "../../calls/placing/caller-id.ts";
import { mustBeTarget } from "../../calls/placing/dial-target.ts";
import { learnAnswerer } from "../../calls/placing/learn-answerer.ts";
import { keyDigits } from "../../calls/playback/sounds.ts";
import { recordMade } from "../../calls/recordings/try-record.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import { readProgram } from "./read-program.ts";

const DIGITS = /^[0-9A-Da-d#*wW]{1,32}$/;

/** What REST may do with calls. */
export function createCallBook(registry: CallRegistry, services: CoreServices): CallBook {
  return {
    create: (request) => createCall(request, services),
    rehearse: (request) => rehearseCall(request, services),
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
        registry.keep(call);
      }
      return call.record();
    },
    remove(sid) {
      if (registry.live(sid)) {
        throw new RefusedError(20409, "The call is still live", 409);
      }
      return registry.forget(sid);
    },
    written: () => registry.written(),
    log: (sid) => registry.log(sid),
    async stats(sid) {
      const leg = registry.live(sid)?.leg;
      return leg ? services.media.stats(leg.id) : registry.reading(sid);
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

function mustBePossible({ to, sendDigits }: OutboundCallRequest): void {
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
function rehearseCall(request: OutboundCallRequest, services: CoreServices): CallRecord {
  const { to, from, callerName = null } = request;
  mustBePossible(request);
  mustBeTarget(to);
  readProgram(request.program, services);
  const now = new Date(services.clock.now());
  return recordOf({
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

function createCall(request: OutboundCallRequest, services: CoreServices): CallRecord {
  const { to, sendDigits, statusCallback = null } = request;
  const { defaults } = services;
  mustBePossible(request);
  const { from, forwardedFrom } = shownCaller(request, services);
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
        const speaker = services.playbacks.onLeg(answered.leg?.id ?? "");
        recordMade(answered, request.record, services);
        const scope = { call: answered, services, signal, speaker, mustSound: false };
        if (sendDigits) {
          await keyDigits(sendDigits, scope);
        } else {
          await learnAnswerer(answered, request.machine, { services, signal });
        }
        await services.interpreter.runProgram(start, answered, signal);
      }),
  });
  call.fallback = fallback;
  return call.record();
}

function updateCall(call: LiveCall, change: CallUpdate, services: CoreServices): void {
  const { status, program, statusCallback, timeLimitS, fallback } = change;
  if (status === "canceled" && call.state.status === "in-progress") {
    throw new RefusedError(21220, "Call is in-progress. Cannot cancel.");
  }
  // Else a number that nobody has verified could be talked to at length.
  if (call.origin.isCheck === true && (program || timeLimitS !== undefined)) {
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
