import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { findLinesBusy } from "../../stations/phone-lines/choose-hold-music-url.ts";
import type { DemoPhone } from "../../telephony/demo-phone.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import { twiml } from "../../telephony/twiml.ts";
import { AGAIN } from "../../telephony/voice-urls.ts";
import type { WebhookDeps, WebhookRequest } from "../../telephony/webhooks/webhook.ts";
import { findCallOrigin } from "../call-list.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { callerEnded } from "../legs/caller-handlers.ts";
import { joinRoom } from "../legs/join-room.ts";
import { handleLegEvent } from "../legs/leg-events.ts";
import { toNetworkEnd } from "../record-call-end.ts";
import { findCall } from "../store/call-store.ts";
import { ArrivalGate } from "./arrival-gate.ts";
import { buildRoomDocument, findCallOfCaller } from "./build-room-document.ts";
import {
  onCallStatusCallback,
  onCallTwimlRequest,
  readCallId,
  readConferenceId,
  readEventRoom,
} from "./call-twiml-request.ts";
import { conferenceEvent, handleConferenceEvent } from "./conference-events.ts";
import {
  aboutCallParams,
  callStatusParams,
  connectParams,
  incomingCallParams,
  queueResultParams,
} from "./incoming-call-params.ts";
import { answerIncomingCall } from "./incoming-call.ts";
import { dialledLeg, handleDialledLeg, handleOperatorConnect } from "./operator-connect.ts";
import { registerPhoneRung, registerPhoneWebhook } from "./phone-webhook.ts";
import { registerRecordingWebhooks } from "./recording-webhooks.ts";
import { registerWaitMusic } from "./wait-music.ts";

const waitingSince = z.object({ since: z.coerce.number().int().optional() });
/** The preflight is long enough for quality samples and fits into a sound check of ten seconds. */
const PREFLIGHT_S = 6;
const CALL_BACK_WORDS =
  "You keep your place. We will call you back when it is your turn. Please keep your phone near you. Goodbye.";

export function registerCallWebhooks(
  app: FastifyInstance,
  deps: WebhookDeps & DeskDeps,
  { phone }: { phone: DemoPhone | null },
): void {
  registerTwimlRequests(app, deps);
  registerRecordingWebhooks(app, deps);
  registerPhoneWebhook(app, deps, phone);
  registerPhoneRung(app, deps, phone);
  onCallStatusCallback(
    app,
    { deps, name: "conference", schema: conferenceEvent },
    (event, request) => handleConferenceEvent(deps, event, readEventRoom(request)),
  );
  onCallStatusCallback(app, { deps, name: "status", schema: callStatusParams }, (event) =>
    handleCallStatus(deps, event),
  );
  onCallStatusCallback(app, { deps, name: "dialled", schema: dialledLeg }, (event, request) =>
    handleDialledLeg(deps, { call: readCallId(request), at: request.at }, event),
  );
}

function registerJoinRequests(app: FastifyInstance, deps: WebhookDeps & DeskDeps): void {
  onCallTwimlRequest(
    app,
    { deps, name: "join", schema: aboutCallParams },
    async (params, request) => {
      const call = readCallId(request);
      const found = await findCall(deps.db, call);
      const { conference = null, programmeUrl = null } = found ?? {};
      // A person ended the call while the exchange restarted.
      if (found?.desk.status === "ended") {
        return twiml.hangUp();
      }
      const into = { call, conference: conference?.id ?? null, leg: params.CallSid };
      const waitUrl = request.at.urls.hold(call);
      return joinRoom(request.at, { ...into, waitUrl, programmeUrl });
    },
  );
  onCallTwimlRequest(
    app,
    { deps, name: "join-conference", schema: aboutCallParams },
    async (params, request) => {
      const conference = readConferenceId(request);
      const leg = params.CallSid;
      const member = await findCallOfCaller(deps, leg);
      // A member who returns to the conference on hold is muted on the way.
      const muted = member?.conference?.onHold === true;
      const programmeUrl = member?.programmeUrl ?? null;
      const waitUrl = member === null ? "" : request.at.urls.hold(member.id);
      return joinRoom(request.at, { call: "", conference, leg, waitUrl, muted, programmeUrl });
    },
  );
}

/**
 * This is a small part of the database connections (DATABASE_POOL, by default 20), so that a burst
 * leaves the other connections to the desk.
 */
const ARRIVALS_AT_ONCE = 4;

function registerArrivals(
  app: FastifyInstance,
  deps: WebhookDeps & DeskDeps,
  { name, isFallback }: { name: string; isFallback: boolean },
): void {
  const gate = new ArrivalGate(ARRIVALS_AT_ONCE);
  onCallTwimlRequest(app, { deps, name, schema: incomingCallParams }, async (params, request) => {
    const { at } = request;
    const isResumed = params.ErrorCode === LOST_CALL_CODE;
    const document = isResumed
      ? await buildRoomDocument({ ...deps, at }, params.CallSid)
      : retryFailed(at, params);
    const ring = {
      callSid: params.CallSid,
      to: params.To,
      from: params.From,
      callerName: params.CallerName ?? null,
      since: readWaitingSince(params, request),
      isResumed,
      isLastTry: isFallback && !at.telephony.policy.keepsCallers,
    };
    return document ?? gate.pass(() => answerIncomingCall({ ...deps, at }, ring));
  });
}

/**
 * Returns TwiML that requests a failed document a second time; `null` for an arrival, which this
 * server answers itself. The telephony service requests the fallback of a call after any of its
 * documents failed, for example because another server died.
 */
function retryFailed(
  { urls }: TelephonyService,
  { ErrorUrl: failed }: z.output<typeof incomingCallParams>,
): string | null {
  const retry = failed === undefined || urls.isArrival(failed) ? null : urls.retryOf(failed);
  return retry === null ? null : twiml.redirect(retry);
}

/**
 * Returns the time since which the caller of the failed request has waited; `undefined` for a
 * caller who has just rung.
 */
function readWaitingSince(
  { ErrorUrl: failed = "" }: z.output<typeof incomingCallParams>,
  request: WebhookRequest,
): number | undefined {
  const query = URL.canParse(failed)
    ? Object.fromEntries(new URL(failed).searchParams)
    : request.query;
  return waitingSince.safeParse(query).data?.since;
}

function registerConnects(app: FastifyInstance, deps: WebhookDeps & DeskDeps, name: string): void {
  onCallTwimlRequest(app, { deps, name, schema: connectParams }, async (params, { at }) =>
    params.claim === "" && params.preflight !== undefined
      ? twiml.pauseAndHangUp(PREFLIGHT_S)
      : handleOperatorConnect(deps, {
          callSid: params.CallSid,
          from: params.From,
          claim: params.claim,
          at,
        }),
  );
}

function registerTwimlRequests(app: FastifyInstance, deps: WebhookDeps & DeskDeps): void {
  registerArrivals(app, deps, { name: "incoming", isFallback: false });
  registerArrivals(app, deps, { name: `incoming${AGAIN}`, isFallback: true });
  registerConnects(app, deps, "connect");
  registerConnects(app, deps, `connect${AGAIN}`);
  registerJoinRequests(app, deps);
  registerWaitMusic(app, deps);
  onCallTwimlRequest(
    app,
    { deps, name: "lines-busy", schema: aboutCallParams },
    (_params, request) => linesBusyTwiml(deps, request),
  );
  onCallTwimlRequest(app, { deps, name: "call-back", schema: aboutCallParams }, async () =>
    twiml.sayAndHangUp(CALL_BACK_WORDS),
  );
  onCallTwimlRequest(app, { deps, name: "requeue", schema: aboutCallParams }, (_params, request) =>
    requeueTwiml(deps, request),
  );
  onCallTwimlRequest(
    app,
    { deps, name: "queue-ended", schema: queueResultParams },
    async (params, request) => {
      await handleQueueResult(
        deps,
        { call: readCallId(request), leg: params.CallSid },
        params.QueueResult,
      );
      // A caller who was dequeued runs another document already, and must not be hung up.
      return FINAL_RESULTS.has(params.QueueResult) ? twiml.hangUp() : twiml.nothing();
    },
  );
}

const FAILED_RESULTS = ["queue-full", "error", "system-error"];
const FINAL_RESULTS: ReadonlySet<string> = new Set(["hangup", ...FAILED_RESULTS]);

async function linesBusyTwiml(deps: DeskDeps, request: WebhookRequest): Promise<string> {
  const line = (await findCallOrigin(deps.db, readCallId(request)))?.phoneLine ?? null;
  const builtIn = request.at.urls.sound("lines-busy");
  const busy = await findLinesBusy(deps.db, line, builtIn);
  return "words" in busy ? twiml.sayAndHangUp(busy.words) : twiml.playAndHangUp(busy.url);
}

async function requeueTwiml(deps: DeskDeps, request: WebhookRequest): Promise<string> {
  const id = readCallId(request);
  const { names, urls } = request.at;
  const origin = await findCallOrigin(deps.db, id);
  if (origin === null || origin.isOver) {
    return twiml.hangUp();
  }
  return twiml.enqueue(names.queue(origin.station), {
    wait: urls.wait(id),
    action: urls.queueEnded(id),
  });
}

async function handleQueueResult(
  deps: DeskDeps,
  { call, leg }: { call: string; leg: string },
  result: string,
): Promise<void> {
  if (result === "hangup") {
    return callerEnded(deps, call, { end: "completed", leg });
  }
  if (FAILED_RESULTS.includes(result)) {
    return callerEnded(deps, call, { end: "failed", leg });
  }
}

/** A service that crashed reports its lost calls after the restart. The callers did not hang up. */
async function handleCallStatus(
  deps: DeskDeps,
  event: z.output<typeof callStatusParams>,
): Promise<void> {
  const reported = toNetworkEnd(event.CallStatus);
  if (reported === null) {
    return;
  }
  const end = event.ErrorCode === LOST_CALL_CODE ? "lost" : reported;
  await handleLegEvent(deps, event.CallSid, { type: "left", end });
}
