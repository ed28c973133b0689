import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { demoCallers } from "../../demo/demo-callers.ts";
import { holdMusicOn } from "../../stations/line-music.ts";
import { queueOf } from "../../telephony/station-queue.ts";
import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import { enqueue, hangUp, joinRoom, playForever, reject } from "../../telephony/twiml.ts";
import {
  callOfRequest,
  onNews,
  onQuestion,
  type WebhookDeps,
} from "../../telephony/webhooks/webhook.ts";
import { originOf } from "../call-origin.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { networkEndOf } from "../end-call.ts";
import { callerEnded } from "../legs/caller-leg.ts";
import { takeLegEvent } from "../legs/leg-events.ts";
import { roomOf } from "../store/call-record.ts";
import { answerConnect } from "./connect.ts";
import { answerRing } from "./incoming.ts";
import { roomEvent, takeRoomEvent } from "./room-events.ts";

const sid = z.string().min(1).max(64);
const ring = z.object({
  CallSid: sid,
  To: z.string(),
  From: z.string(),
  // A name that cannot be read is no reason to lose a caller.
  CallerName: z.string().optional().catch(undefined),
});
const phoneRing = ring.extend({ CallerNumber: z.string().optional() });
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
  registerQuestions(app, deps);
  registerPhone(app, deps, options);
  onNews(app, { deps, name: "conference", schema: roomEvent }, (event) =>
    takeRoomEvent(deps, event),
  );
  onNews(app, { deps, name: "status", schema: status }, (told) => takeStatus(deps, told));
}

function registerQuestions(app: FastifyInstance, deps: WebhookDeps): void {
  onQuestion(app, { deps, name: "incoming", schema: ring }, (asked) =>
    answerRing(deps, {
      callSid: asked.CallSid,
      to: asked.To,
      from: asked.From,
      callerName: asked.CallerName ?? null,
    }),
  );
  onQuestion(app, { deps, name: "connect", schema: connect }, (asked) =>
    answerConnect(deps, { callSid: asked.CallSid, from: asked.From, claim: asked.claim }),
  );
  onQuestion(app, { deps, name: "join", schema: aboutCall }, async (asked, request) => {
    const call = callOfRequest(request);
    const statusUrl = deps.urls.conference(call);
    return joinRoom({ room: roomOf(call), label: `caller-${asked.CallSid}`, statusUrl });
  });
  for (const name of ["wait", "hold"]) {
    onQuestion(app, { deps, name, schema: aboutCall }, (_asked, request) =>
      answerMusic(deps, callOfRequest(request)),
    );
  }
  onQuestion(app, { deps, name: "requeue", schema: aboutCall }, (_asked, request) =>
    answerRequeue(deps, callOfRequest(request)),
  );
  onQuestion(app, { deps, name: "queue-ended", schema: queueResult }, async (asked, request) => {
    await takeQueueResult(deps, callOfRequest(request), asked.QueueResult);
    return hangUp();
  });
}

/** [SR22] It may ring our lines only, and only from numbers that are nobody's. */
function registerPhone(
  app: FastifyInstance,
  deps: WebhookDeps,
  { phoneEnabled }: WebhookOptions,
): void {
  onQuestion(app, { deps, name: "phone", schema: phoneRing }, async (asked) => {
    const from = asked.CallerNumber ?? "";
    const isFiction = demoCallers.some((caller) => caller.number === from);
    if (!phoneEnabled || !isFiction) {
      return reject();
    }
    return answerRing(deps, { callSid: asked.CallSid, to: asked.To, from, callerName: null });
  });
}

async function answerMusic(deps: DeskDeps, id: string): Promise<string> {
  const line = (await originOf(deps.db, id))?.phoneLine ?? null;
  return playForever(await holdMusicOn(deps.db, line, deps.urls.sound("hold-music")));
}

/** A caller who stood nowhere goes back into his station's queue. */
async function answerRequeue(deps: DeskDeps, id: string): Promise<string> {
  const origin = await originOf(deps.db, id);
  if (origin === null || origin.isOver) {
    return hangUp();
  }
  return enqueue(queueOf(origin.station), {
    wait: deps.urls.wait(id),
    action: deps.urls.queueEnded(id),
  });
}

async function takeQueueResult(deps: DeskDeps, call: string, result: string): Promise<void> {
  if (result === "hangup") {
    return callerEnded(deps, call, "completed");
  }
  if (["queue-full", "error", "system-error"].includes(result)) {
    return callerEnded(deps, call, "failed");
  }
}

/** A service that breaks says so when it is back: nobody has hung up then [CA22]. */
async function takeStatus(deps: DeskDeps, told: z.output<typeof status>): Promise<void> {
  const said = networkEndOf(told.CallStatus);
  if (said === null) {
    return;
  }
  const end = told.ErrorCode === LOST_CALL_CODE ? "lost" : said;
  await takeLegEvent(deps, told.CallSid, { type: "left", end });
}
