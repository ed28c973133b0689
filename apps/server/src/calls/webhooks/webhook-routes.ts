import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { demoCallers } from "../../demo/demo-callers.ts";
import { findHoldMusicUrl } from "../../stations/line-music.ts";
import { queueName } from "../../telephony/station-queue.ts";
import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import { enqueue, hangUp, joinConference, playInLoop, reject } from "../../telephony/twiml.ts";
import {
  readCallId,
  onStatusCallback,
  onTwimlRequest,
  type WebhookDeps,
} from "../../telephony/webhooks/webhook.ts";
import { findCallOrigin } from "../call-origin.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { toNetworkEnd } from "../end-call.ts";
import { callerEnded } from "../legs/caller-leg.ts";
import { handleLegEvent } from "../legs/leg-events.ts";
import { conferenceName } from "../store/call-record.ts";
import { conferenceEvent, handleConferenceEvent } from "./conference-events.ts";
import { handleIncomingCall } from "./incoming-call.ts";
import { handleOperatorConnect } from "./operator-connect.ts";

const sid = z.string().min(1).max(64);
const incomingCallParams = z.object({
  CallSid: sid,
  To: z.string(),
  From: z.string(),
  // A name that cannot be read is no reason to lose a caller.
  CallerName: z.string().optional().catch(undefined),
});
const phoneCallParams = incomingCallParams.extend({ CallerNumber: z.string().optional() });
const connect = z.object({ CallSid: sid, From: z.string(), claim: z.string().default("") });
const aboutCall = z.object({ CallSid: sid });
const queueResult = z.object({ CallSid: sid, QueueResult: z.string() });
const status = z.object({
  CallSid: sid,
  CallStatus: z.string(),
  ErrorCode: z.string().optional().catch(undefined),
});

export interface WebhookOptions {
  /** Whether the demonstration telephone may ring. */
  phoneEnabled: boolean;
}

/** Everything that the telephony service asks and tells. */
export function registerWebhooks(
  app: FastifyInstance,
  deps: WebhookDeps,
  options: WebhookOptions,
): void {
  registerTwimlRequests(app, deps);
  registerPhone(app, deps, options);
  onStatusCallback(app, { deps, name: "conference", schema: conferenceEvent }, (event) =>
    handleConferenceEvent(deps, event),
  );
  onStatusCallback(app, { deps, name: "status", schema: status }, (told) =>
    handleCallStatus(deps, told),
  );
}

function registerTwimlRequests(app: FastifyInstance, deps: WebhookDeps): void {
  onTwimlRequest(app, { deps, name: "incoming", schema: incomingCallParams }, (asked) =>
    handleIncomingCall(deps, {
      callSid: asked.CallSid,
      to: asked.To,
      from: asked.From,
      callerName: asked.CallerName ?? null,
    }),
  );
  onTwimlRequest(app, { deps, name: "connect", schema: connect }, (asked) =>
    handleOperatorConnect(deps, { callSid: asked.CallSid, from: asked.From, claim: asked.claim }),
  );
  onTwimlRequest(app, { deps, name: "join", schema: aboutCall }, async (asked, request) => {
    const call = readCallId(request);
    const statusUrl = deps.urls.conference(call);
    return joinConference({
      room: conferenceName(call),
      label: `caller-${asked.CallSid}`,
      statusUrl,
    });
  });
  for (const name of ["wait", "hold"]) {
    onTwimlRequest(app, { deps, name, schema: aboutCall }, (_asked, request) =>
      holdMusicTwiml(deps, readCallId(request)),
    );
  }
  onTwimlRequest(app, { deps, name: "requeue", schema: aboutCall }, (_asked, request) =>
    requeueTwiml(deps, readCallId(request)),
  );
  onTwimlRequest(
    app,
    { deps, name: "queue-ended", schema: queueResult },
    async (asked, request) => {
      await handleQueueResult(deps, readCallId(request), asked.QueueResult);
      return hangUp();
    },
  );
}

/** [SR22] It may ring our lines only, and only from numbers that are nobody's. */
function registerPhone(
  app: FastifyInstance,
  deps: WebhookDeps,
  { phoneEnabled }: WebhookOptions,
): void {
  onTwimlRequest(app, { deps, name: "phone", schema: phoneCallParams }, async (asked) => {
    const from = asked.CallerNumber ?? "";
    const isFiction = demoCallers.some((caller) => caller.number === from);
    if (!phoneEnabled || !isFiction) {
      return reject();
    }
    return handleIncomingCall(deps, {
      callSid: asked.CallSid,
      to: asked.To,
      from,
      callerName: null,
    });
  });
}

async function holdMusicTwiml(deps: DeskDeps, id: string): Promise<string> {
  const line = (await findCallOrigin(deps.db, id))?.phoneLine ?? null;
  return playInLoop(await findHoldMusicUrl(deps.db, line, deps.urls.sound("hold-music")));
}

/** A caller who stood nowhere goes back into his station's queue. */
async function requeueTwiml(deps: DeskDeps, id: string): Promise<string> {
  const origin = await findCallOrigin(deps.db, id);
  if (origin === null || origin.isOver) {
    return hangUp();
  }
  return enqueue(queueName(origin.station), {
    wait: deps.urls.wait(id),
    action: deps.urls.queueEnded(id),
  });
}

async function handleQueueResult(deps: DeskDeps, call: string, result: string): Promise<void> {
  if (result === "hangup") {
    return callerEnded(deps, call, "completed");
  }
  if (["queue-full", "error", "system-error"].includes(result)) {
    return callerEnded(deps, call, "failed");
  }
}

/** A service that breaks says so when it is back: nobody has hung up then [CA22]. */
async function handleCallStatus(deps: DeskDeps, told: z.output<typeof status>): Promise<void> {
  const said = toNetworkEnd(told.CallStatus);
  if (said === null) {
    return;
  }
  const end = told.ErrorCode === LOST_CALL_CODE ? "lost" : said;
  await handleLegEvent(deps, told.CallSid, { type: "left", end });
}
