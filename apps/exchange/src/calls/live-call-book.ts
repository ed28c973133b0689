import type { CallBook, CallProgram, CallUpdate, OutboundCallRequest } from "./call-book.ts";
import { shownCaller } from "./outgoing/caller-id.ts";
import type { CallRegistry } from "./call-registry.ts";
import type { CoreServices } from "../core/core-services.ts";
import type { LiveCall } from "./live-call.ts";
import { learnAnswerer } from "./outgoing/learn-answerer.ts";
import { notFound, RefusedError } from "../core/refused-error.ts";
import { recordMade } from "../recordings/try-record.ts";
import { documentOf } from "../twiml/twiml-document.ts";
import { TwimlError } from "../twiml/parse-twiml.ts";
import type { ProgramStart } from "../twiml/document-runner.ts";
import { keyDigits } from "../twiml/sounds.ts";

const LONGEST_TWIML = 4_000;
const DIGITS = /^[0-9A-Da-d#*wW]{1,32}$/;

/** What REST may do with calls. */
export function createCallBook(registry: CallRegistry, services: CoreServices): CallBook {
  return {
    create: (request) => createCall(request, services),
    find: (sid) => registry.find(sid),
    list: (filter) => registry.list(filter),
    update(sid, change) {
      const call = registry.live(sid);
      if (!call && !registry.find(sid)) throw notFound("The call");
      if (!call) throw new RefusedError(21220, "Call is not in-progress. Cannot redirect.");
      updateCall(call, change, services);
      return call.record();
    },
    remove(sid) {
      if (registry.live(sid)) throw new RefusedError(20409, "The call is still live", 409);
      return registry.forget(sid);
    },
    log: (sid) => registry.log(sid),
    async stats(sid) {
      const leg = registry.live(sid)?.leg;
      return leg ? services.media.stats(leg.id) : registry.reading(sid);
    },
    sendMessage(sid, message) {
      const call = registry.live(sid);
      if (!call?.leg?.sendMessage || call.state.status !== "in-progress") return false;
      return call.leg.sendMessage(message);
    },
    onMessage: (listener) => registry.onMessage(listener),
    onChange: (listener) => registry.onChange(listener),
  };
}

function createCall(request: OutboundCallRequest, services: CoreServices) {
  const { to, sendDigits, statusCallback = null } = request;
  const { defaults } = services;
  if (to.trim() === "") throw new RefusedError(21201, "No 'To' number is specified");
  if (to.startsWith("app:")) throw new RefusedError(21211, "Applications are for participants");
  const { from, forwardedFrom } = shownCaller(request, services);
  if (sendDigits !== undefined && !DIGITS.test(sendDigits)) {
    throw new RefusedError(20001, "SendDigits has 1 to 32 of 0-9 A-D # * w W");
  }
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
    ringTimeoutS: Math.min(Math.max(request.timeoutS ?? defaults.ringTimeoutS, 1), 600),
    timeLimitS: request.timeLimitS ?? defaults.timeLimitS,
    statusCallback: ownCallback ?? statusCallback,
    onAnswered: (answered) =>
      answered.run(async (signal) => {
        const speaker = services.playbacks.onLeg(answered.leg?.id ?? "");
        recordMade(answered, request.record, services);
        const scope = { call: answered, services, signal, speaker, mustSound: false };
        if (sendDigits) await keyDigits(sendDigits, scope);
        else await learnAnswerer(answered, request.machine, { services, signal });
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
  const read = program ? readProgram(program, services) : null;
  call.change({
    ...(statusCallback ? { statusCallback } : {}),
    ...(timeLimitS === undefined ? {} : { timeLimitS }),
  });
  if (fallback) call.fallback = fallback;
  if (status) return endCall(call, status);
  if (!read) return;
  if (call.state.status !== "in-progress" && call.origin.direction !== "inbound") {
    throw new RefusedError(21220, "Call is not in-progress. Cannot redirect.");
  }
  if (read.fallback) call.fallback = read.fallback;
  call.run((signal) => services.interpreter.runProgram(read.start, call, signal));
}

function endCall(call: LiveCall, status: "completed" | "canceled"): void {
  if (status === "completed" && call.state.status === "in-progress") return call.hangUp();
  call.hangUp({ cause: "cancelled", sipCode: 487 }, "canceled");
}

interface ReadProgram {
  start: ProgramStart;
  fallback: LiveCall["fallback"];
  ownCallback: OutboundCallRequest["statusCallback"] | null;
}

/** Checks now what would otherwise only fail when somebody has answered. */
function readProgram(program: CallProgram, services: CoreServices): ReadProgram {
  switch (program.type) {
    case "url": {
      const { url, method } = program;
      mustBeAllowed(url, services);
      const start = { request: { url, method, params: {} } };
      return { start, fallback: fallbackOf(program), ownCallback: null };
    }
    case "twiml": {
      const { twiml } = program;
      mustBeTwiml(twiml);
      return { start: { twiml }, fallback: fallbackOf(program), ownCallback: null };
    }
    case "application":
      return readApplication(program.applicationSid, services);
  }
}

function fallbackOf({
  fallbackUrl: url,
  fallbackMethod: method = "POST",
}: Exclude<CallProgram, { type: "application" }>): LiveCall["fallback"] {
  return url === undefined ? null : { url, method };
}

function readApplication(sid: string, services: CoreServices): ReadProgram {
  const application = services.applications.find(sid);
  const url = application?.voiceUrl;
  if (!application || !url) throw new RefusedError(21218, "Invalid ApplicationSid");
  const { voiceMethod: method, voiceFallbackUrl, voiceFallbackMethod } = application;
  const { statusCallback, statusCallbackMethod } = application;
  mustBeAllowed(url, services);
  return {
    start: { request: { url, method, params: {} } },
    fallback: voiceFallbackUrl ? { url: voiceFallbackUrl, method: voiceFallbackMethod } : null,
    ownCallback: statusCallback
      ? { url: statusCallback, method: statusCallbackMethod, events: [] }
      : null,
  };
}

function mustBeAllowed(url: string, { client }: CoreServices): void {
  const verdict = client.policy(url.split("#", 1)[0] ?? "");
  if (!verdict.allowed) throw new RefusedError(21205, `Url is not valid: it ${verdict.reason}`);
}

function mustBeTwiml(twiml: string): void {
  if (twiml.length > LONGEST_TWIML) {
    throw new RefusedError(20001, `Twiml is longer than ${LONGEST_TWIML} characters`);
  }
  try {
    documentOf(twiml);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    throw new RefusedError(12100, `Twiml cannot be parsed: ${error.message}`);
  }
}
