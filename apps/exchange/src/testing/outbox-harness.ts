import { pino } from "pino";

import { createUrlPolicy } from "@linedesk/base";
import { FakeClock } from "@linedesk/base/testing";
import { NotificationRepository } from "../calls/registry/notification-repository.ts";
import { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import { WebhookClient } from "../webhooks/webhook-client.ts";
import { APP, ScriptedWeb } from "./scripted-web.ts";

export class OutboxHarness {
  readonly clock = new FakeClock();
  readonly web = new ScriptedWeb().on("/status", "");
  readonly failed: number[] = [];
  readonly notifications = new NotificationRepository();
  readonly outbox = new CallbackOutbox({
    client: new WebhookClient({
      send: this.web.send,
      policy: createUrlPolicy(["*"]),
      authToken: "12345",
    }),
    clock: this.clock,
    logger: pino({ level: "silent" }),
    notifications: this.notifications,
  });

  /** Returns a harness whose application is unreachable. */
  static unreachable(): OutboxHarness {
    const harness = new OutboxHarness();
    harness.web.isUnreachable = true;
    return harness;
  }

  send(count: number, orderKey = "CA1", app = APP): void {
    for (let index = 0; index < count; index += 1) {
      this.outbox.send({
        url: `${app}/status`,
        method: "POST",
        params: { n: `${orderKey}.${index}` },
        orderKey,
        onFailed: (error) => this.failed.push(error.twilioCode),
      });
    }
  }

  get delivered(): string[] {
    return this.web.requestsTo("/status").map(({ n }) => n ?? "");
  }
}
