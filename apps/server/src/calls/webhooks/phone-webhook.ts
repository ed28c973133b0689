import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { isPhoneNumber, phoneIdentity, type DemoPhone } from "../../telephony/demo-phone.ts";
import { twiml } from "../../telephony/twiml.ts";
import { parseParams, type WebhookDeps } from "../../telephony/webhooks/webhook.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { onCallTwimlRequest } from "./call-twiml-request.ts";
import { answerIncomingCall } from "./incoming-call.ts";

const phoneCallParams = z.object({
  CallSid: z.string().min(1).max(64),
  To: z.string().optional(),
  CallerNumber: z.string().optional(),
});
const repeated = z.object({
  look: z.coerce.number().int().min(1).max(100),
  to: z.string(),
  from: z.string(),
});
const initial = z.object({}).transform(() => null);

/**
 * The limit of checks for sound, one per second. The sound of a browser arrives before the last
 * check, even through a relay.
 */
const MOST_CHECKS = 8;

const rungParams = z.object({
  CallSid: z.string().min(1).max(64),
  To: z.string(),
  From: z.string(),
});
/** The limit is longer than anybody lets a telephone ring. */
const RING_S = 120;

/** Serves calls to the telephone's numbers. A call rings at the page that has chosen the number. */
export function registerPhoneRung(
  app: FastifyInstance,
  deps: WebhookDeps & DeskDeps,
  phone: DemoPhone | null,
): void {
  const schema = rungParams;
  onCallTwimlRequest(app, { deps, name: "phone-rung", schema }, async ({ To: to, From: from }) =>
    phone === null || !isPhoneNumber(phone, to)
      ? twiml.reject()
      : twiml.ringClient(phoneIdentity(to), { timeoutS: RING_S, callerId: from }),
  );
}

export function registerPhoneWebhook(
  app: FastifyInstance,
  deps: WebhookDeps & DeskDeps,
  phone: DemoPhone | null,
): void {
  const schema = phoneCallParams;
  onCallTwimlRequest(app, { deps, name: "phone", schema }, async (params, request) => {
    const repeat = parseParams(z.union([repeated, initial]), request.query);
    const to = repeat?.to ?? params.To ?? "";
    const from = repeat?.from ?? params.CallerNumber ?? "";
    if (phone === null || !isPhoneNumber(phone, from)) {
      return twiml.reject();
    }
    // A sender without sound is not a listener and would only fill the queue.
    const look = repeat?.look ?? 0;
    if (look === 0 || !(await request.at.telephony.hasMedia(params.CallSid))) {
      return look === MOST_CHECKS
        ? twiml.hangUp()
        : twiml.askAgain(request.at.urls.phoneAgain({ look: look + 1, to, from }));
    }
    const at = { ...deps, at: request.at };
    return answerIncomingCall(at, { callSid: params.CallSid, to, from, callerName: null });
  });
}
