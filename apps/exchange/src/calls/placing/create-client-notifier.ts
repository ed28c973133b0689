import type { Logger } from "pino";

import { type Clock, newSid, TWILIO_CODES } from "@linedesk/base";
import { withoutCredentials } from "../../webhooks/composed-request.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { DialRequest } from "../legs/leg.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { NotificationRepository } from "../registry/notification-repository.ts";

const NAME = "client notification";
const NOTIFICATION_FAILED_CODE = TWILIO_CODES.CLIENT_NOTIFICATION_FAILED;
/** Only then it has found the client and told them; 404 says that it knows none of the name. */
const FOUND = 200;

/** The client that is rung, and where to tell of it. */
interface NotifiedClient {
  from: string;
  to: string;
  params: readonly [name: string, value: string][];
  stirStatus?: string | null;
  ringTimeoutS: number;
  clientNotificationUrl?: string | null;
}

export interface ClientNotifierDeps {
  client: WebhookClient;
  clock: Clock;
  logger: Logger;
  notifications: NotificationRepository;
}

/** What a dialler asks for a client that it rings; null where nobody wants to be told. */
export function createClientNotifier(
  call: LiveCall,
  rung: NotifiedClient,
  services: ClientNotifierDeps,
): NonNullable<DialRequest["notifyClient"]> | null {
  const { clientNotificationUrl: url } = rung;
  if (!url) {
    return null;
  }
  return (bridgeToken) =>
    notify(
      call,
      {
        url,
        method: "POST",
        params: buildParams(call, rung, bridgeToken),
        isJson: true,
        isCallback: true,
        expects: FOUND,
      },
      services,
    );
}

/** Never rejects. A call that ends meanwhile breaks the request off. */
async function notify(
  call: LiveCall,
  request: WebhookRequest,
  { client, clock, logger, notifications }: ClientNotifierDeps,
): Promise<boolean> {
  try {
    await client.request(request, { signal: call.ended });
    call.addLogEntry("webhook.sent", NAME);
    return true;
  } catch (error) {
    if (call.isOver) {
      return false;
    }
    const failure = toWebhookError(error, request);
    const { message, status } = failure;
    logger.warn(
      { code: NOTIFICATION_FAILED_CODE, status, callSid: call.sid },
      "client notification failed",
    );
    call.addLogEntry("webhook.failed", NAME, { errorCode: NOTIFICATION_FAILED_CODE, message });
    notifications.addClientNotification(request, failure, new Date(clock.now()));
    return false;
  }
}

/** Whatever it was, Twilio has one code for it. */
function toWebhookError(error: unknown, { url }: WebhookRequest): WebhookError {
  if (!(error instanceof WebhookError)) {
    const about = { url: withoutCredentials(url), cause: error };
    return new WebhookError(NOTIFICATION_FAILED_CODE, "the request was given up", about);
  }
  const { message, status, exchange, cause } = error;
  return new WebhookError(NOTIFICATION_FAILED_CODE, message, {
    url: error.url,
    status,
    exchange,
    cause,
  });
}

/** By the names of the push messages that Twilio's mobile SDKs read. */
function buildParams(
  call: LiveCall,
  { from, to, params, stirStatus, ringTimeoutS }: NotifiedClient,
  bridgeToken: string,
): WebhookParams {
  return {
    twi_account_sid: call.origin.accountSid,
    twi_bridge_token: bridgeToken,
    twi_call_sid: call.sid,
    twi_from: from,
    twi_to: to,
    twi_message_id: newSid("WB"),
    twi_message_type: "twilio.voice.call",
    ...(params.length === 0 ? {} : { twi_params: new URLSearchParams([...params]).toString() }),
    ...(stirStatus ? { twi_stir_status: stirStatus } : {}),
    twi_answer_timeout: String(ringTimeoutS),
  };
}
