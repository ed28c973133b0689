import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { systemActor } from "../../platform/db/audit-store.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { readCallBackDigit } from "../../stations/line-feeds/set-air-ready.ts";
import { findHoldMusic, type HoldMusic } from "../../stations/phone-lines/choose-hold-music-url.ts";
import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { twiml } from "../../telephony/twiml.ts";
import type { WebhookDeps, WebhookRequest } from "../../telephony/webhooks/webhook.ts";
import { callBackLater } from "../actions/call-back-later.ts";
import { type CallOrigin, findCallOrigin } from "../call-list.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { checkDialled } from "../dialling/check-dialled.ts";
import { InvalidStateError } from "../state/call-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { onCallTwimlRequest, readCallId } from "./call-twiml-request.ts";

const aboutCall = z.object({ CallSid: z.string().min(1).max(64) });
const pressed = z.object({ ...aboutCall.shape, Digits: z.string().max(8).default("") });

const digitNames: Readonly<Record<string, string>> = { "*": "star", "#": "hash" };

export function registerWaitMusic(app: FastifyInstance, deps: WebhookDeps & DeskDeps): void {
  onCallTwimlRequest(app, { deps, name: "hold", schema: aboutCall }, async (_params, request) =>
    twiml.playInLoop(
      await findMusic(deps, request.at, await findCallOrigin(deps.db, readCallId(request))),
    ),
  );
  onCallTwimlRequest(app, { deps, name: "wait", schema: aboutCall }, (_params, request) =>
    waitTwiml(deps, request.at, { id: readCallId(request), isFirst: true }),
  );
  onCallTwimlRequest(app, { deps, name: "wait-digit", schema: pressed }, (params, request) =>
    handleWaitDigit(deps, request, params.Digits),
  );
}

function findMusic(
  deps: DeskDeps,
  { urls, telephony }: TelephonyService,
  origin: CallOrigin | null,
): Promise<HoldMusic> {
  const builtIn = urls.sound("hold-music");
  const { playsStreams } = telephony.policy;
  return findHoldMusic(deps.db, origin?.phoneLine ?? null, { builtIn, playsStreams });
}

/** The words that name the digit are spoken once, at the start of the wait. */
async function waitTwiml(
  deps: DeskDeps,
  at: TelephonyService,
  { id, isFirst }: { id: string; isFirst: boolean },
) {
  const origin = await findCallOrigin(deps.db, id);
  const music = await findMusic(deps, at, origin);
  const digit = origin === null ? null : await findOfferedDigit(deps, origin);
  if (digit === null) {
    return twiml.playInLoop(music);
  }
  const name = digitNames[digit] ?? digit;
  const words = `To be called back when it is your turn, press ${name}.`;
  return twiml.playUntilDigit(music, {
    action: at.urls.waitDigit(id),
    words: isFirst ? words : null,
  });
}

async function findOfferedDigit(
  { db, people }: DeskDeps,
  { station, number }: Pick<CallOrigin, "station" | "number">,
): Promise<string | null> {
  const isReachable = number !== null && checkDialled(number, people.dialling).status === "allowed";
  return isReachable ? readCallBackDigit(db, station) : null;
}

async function handleWaitDigit(
  deps: DeskDeps,
  request: WebhookRequest,
  digits: string,
): Promise<string> {
  const id = readCallId(request);
  const call = await findCall(deps.db, id);
  if (call !== null && digits === (await findOfferedDigit(deps, call))) {
    await leaveQueue(deps, call);
  }
  return waitTwiml(deps, request.at, { id, isFirst: false });
}

async function leaveQueue(deps: DeskDeps, call: CallRecord): Promise<void> {
  try {
    await callBackLater(deps, { call, actor: systemActor, asks: "caller" });
  } catch (error) {
    // An operator is connecting to the call, or the call has ended.
    if (!(error instanceof ApiError) && !(error instanceof InvalidStateError)) {
      throw error;
    }
    deps.log.info({ err: error, call: call.id }, "call back release failed");
  }
}
