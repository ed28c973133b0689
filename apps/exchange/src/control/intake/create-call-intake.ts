import type { Logger } from "pino";

import { TWILIO_CODES, VOICE_CODES } from "@linedesk/base";
import type { IncomingCall, CallIntake, Leg, LegEnd } from "../../calls/legs/leg.ts";
import type { CallOrigin } from "../../calls/live/call-origin.ts";
import { CallTree } from "../../calls/live/call-tree.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallFactory } from "../../calls/placing/call-factory.ts";
import type { DocumentRunner, ProgramStart } from "../../calls/playback/document-runner.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import type { TurnedAway } from "../../calls/registry/turned-away.ts";
import {
  findReplaceableCall,
  replaceCall,
  type ReplaceCallDeps,
} from "../../calls/transfers/attended-transfer.ts";
import type { ApplicationRepository } from "../../directory/application-repository.ts";
import type { NumberRepository, VoiceSettings } from "../../directory/number-repository.ts";

interface RoutingDeps {
  accountSid: string;
  numbers: NumberRepository;
  applications: ApplicationRepository;
}

interface CallIntakeDeps {
  registry: CallRegistry;
  turnedAway: TurnedAway;
  factory: CallFactory;
  interpreter: DocumentRunner;
  logger: Logger;
  timeLimitS: number;
  routing: RoutingDeps;
  bridging: ReplaceCallDeps;
}

type IntakeRoute =
  | { type: "voice"; settings: VoiceSettings; applicationSid: string | null }
  | { type: "replace"; replaced: LiveCall }
  | { type: "refuse"; end: LegEnd; note?: { errorCode: number; message: string } };

/** A telephone gets "busy", although no person is busy. A browser gets the real reason. */
const AT_CAPACITY: LegEnd = {
  cause: "busy",
  sipCode: 486,
  voiceCode: VOICE_CODES.CONNECTION_DECLINED,
  message: "too many calls",
};

/** The STIR verdict for a caller whom the carrier knows and who has the right to the number. */
const FULLY_ATTESTED = "TN-Validation-Passed-A";

const NO_APPLICATION = TWILIO_CODES.INVALID_APPLICATION_SID;

export function createCallIntake(services: CallIntakeDeps): CallIntake {
  return {
    countRejected: () => services.turnedAway.add(),
    receive(leg, arrival) {
      const route = resolveRoute(arrival, services);
      const { isFull } = services.registry;
      const call = services.factory.createCall(buildOrigin(arrival, route, services), {
        timeLimitS: services.timeLimitS,
        statusCallback: readStatusCallback(route),
        isStored: route.type !== "refuse",
      });
      call.begin(leg);
      // The edge must receive the sid before it receives events of the call.
      queueMicrotask(() => {
        try {
          start(call, { leg, route, isFull, services });
        } catch (error) {
          services.logger.error({ err: error, callSid: call.sid }, "call start failed");
          call.hangUp({ cause: "failed" });
        }
      });
      return { callSid: call.sid, sink: call.sink() };
    },
  };
}

function start(
  call: LiveCall,
  how: { leg: Leg; route: IntakeRoute; isFull: boolean; services: CallIntakeDeps },
): void {
  const { leg, route, isFull, services } = how;
  if (call.isOver) {
    return;
  }
  if (isFull) {
    services.turnedAway.add();
    return call.hangUp(AT_CAPACITY);
  }
  if (route.type === "refuse") {
    if (route.note) {
      call.logError("no application", route.note);
    }
    return call.hangUp(route.end, "failed");
  }
  if (route.type === "replace") {
    return replaceCall(call, route.replaced, services.bridging);
  }
  const { voiceUrl, voiceMethod, voiceFallbackUrl, voiceFallbackMethod } = route.settings;
  if (!voiceUrl) {
    call.logError("no voice url", { errorCode: TWILIO_CODES.INVALID_URL });
    return call.hangUp({ cause: "unreachable", sipCode: 480, message: "no voice url" }, "failed");
  }
  if (voiceFallbackUrl) {
    call.course.fallback = { url: voiceFallbackUrl, method: voiceFallbackMethod };
  }
  leg.ring(call.sid);
  const begin: ProgramStart = { request: { url: voiceUrl, method: voiceMethod, params: {} } };
  call.run((signal) => services.interpreter.runProgram(begin, call, signal));
}

function resolveRoute(arrival: IncomingCall, services: CallIntakeDeps): IntakeRoute {
  const { replaces = null } = arrival;
  if (replaces !== null) {
    return routeReplacingCall(services.registry.byLeg(replaces));
  }
  if (arrival.applicationSid !== null) {
    return routeToApplication(arrival.applicationSid, services.routing);
  }
  const number = services.routing.numbers.findByNumber(arrival.to);
  if (!number) {
    return { type: "refuse", end: { cause: "not-found", sipCode: 404 } };
  }
  if (number.voiceApplicationSid) {
    return routeToApplication(number.voiceApplicationSid, services.routing);
  }
  return { type: "voice", settings: number, applicationSid: null };
}

function routeReplacingCall(replaced: LiveCall | null): IntakeRoute {
  const found = findReplaceableCall(replaced);
  return "cause" in found ? { type: "refuse", end: found } : { type: "replace", replaced: found };
}

function routeToApplication(applicationSid: string, services: RoutingDeps): IntakeRoute {
  const settings = services.applications.find(applicationSid);
  if (settings) {
    return { type: "voice", settings, applicationSid };
  }
  const end: LegEnd = {
    cause: "not-found",
    sipCode: 404,
    voiceCode: VOICE_CODES.APPLICATION_NOT_FOUND,
  };
  const message = `there is no application ${applicationSid}`;
  return { type: "refuse", end, note: { errorCode: NO_APPLICATION, message } };
}

function buildOrigin(
  arrival: IncomingCall,
  route: IntakeRoute,
  { routing, registry }: CallIntakeDeps,
): CallOrigin {
  return {
    accountSid: routing.accountSid,
    parentCallSid: null,
    from: arrival.from,
    to: arrival.to,
    callerName: arrival.callerName,
    forwardedFrom: arrival.forwardedFrom ?? null,
    phoneNumberSid: routing.numbers.findByNumber(arrival.to)?.sid ?? null,
    applicationSid: route.type === "voice" ? route.applicationSid : null,
    stirStatus: resolveVerdict(arrival, routing),
    direction: "inbound",
    ...inheritCallTree(arrival, registry),
    appParams: arrival.params,
  };
}

/** An internal call that shows one of our own numbers needs no verdict from the network. */
function resolveVerdict(
  { dialledBy, from, to, stirStatus }: IncomingCall,
  { numbers }: RoutingDeps,
): string | null {
  const isInside = dialledBy !== undefined && numbers.findByNumber(to) !== null;
  return isInside && numbers.findByNumber(from) !== null ? FULLY_ATTESTED : stirStatus;
}

/**
 * An internal call joins the tree of the call that dialled it. An external call starts its own
 * tree.
 */
function inheritCallTree({ dialledBy }: IncomingCall, registry: CallRegistry): Partial<CallOrigin> {
  const dialled = dialledBy === undefined ? null : registry.live(dialledBy);
  if (dialled === null) {
    return { tree: new CallTree(), internalDepth: 0 };
  }
  const { tree = new CallTree(), internalDepth: innerDepth = 0 } = dialled.origin;
  return { tree, internalDepth: innerDepth + 1 };
}

function readStatusCallback(route: IntakeRoute) {
  if (route.type !== "voice" || !route.settings.statusCallback) {
    return null;
  }
  const { statusCallback: url, statusCallbackMethod: method } = route.settings;
  return { url, method, events: [] };
}
