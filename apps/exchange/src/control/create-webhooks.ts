import type { Logger } from "pino";

import { type Clock, createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import { NotificationRepository } from "../calls/registry/notification-repository.ts";
import { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import type { HttpSender } from "../webhooks/http-sender.ts";
import { createNodeHttpSender } from "../webhooks/node-http-sender.ts";
import { WebhookClient } from "../webhooks/webhook-client.ts";

const CALLBACK_SHUTDOWN_MS = 2_000;

export interface WebhookOptions {
  /** Allowed hosts of documents, sounds and callbacks: `host`, `host:port` or `*`. */
  allowedHosts: string[];
  sender?: HttpSender;
  watch?: (send: HttpSender) => HttpSender;
}

export interface Webhooks {
  client: WebhookClient;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  close(): Promise<void>;
}

export function createWebhooks(
  { allowedHosts, sender, watch }: WebhookOptions,
  { authToken, clock, logger }: { authToken: string; clock: Clock; logger: Logger },
): Webhooks {
  const http = createNodeHttpSender({ isAllowedAddress: createAddressPolicy(allowedHosts) });
  const send = sender ?? http.send;
  const notifications = new NotificationRepository();
  const client = new WebhookClient({
    clock,
    send: watch?.(send) ?? send,
    policy: createUrlPolicy(allowedHosts),
    authToken,
  });
  const outbox = new CallbackOutbox({ client, clock, logger, notifications });
  return {
    client,
    outbox,
    notifications,
    async close() {
      await outbox.close(CALLBACK_SHUTDOWN_MS);
      http.close();
    },
  };
}
