import type { Clock } from "@linedesk/base";
import { encodeFrame } from "../protocol/frame.ts";
import type { WebhookEvent } from "../protocol/webhook-event.ts";
import type { Connection } from "./connection.ts";

export interface SubscriptionCountsDeps {
  isEnabled: boolean;
  channels: {
    get(name: string): { readonly subscribers: ReadonlyMap<Connection, unknown> } | undefined;
    broadcast(name: string, frame: Buffer): number;
  };
  clock: Clock;
  notify: (event: WebhookEvent) => void;
}

/**
 * When a server restarts, many sockets come and go, so a changed count is sent at most once a
 * second.
 */
const SETTLE_MS = 1000;

/**
 * Reports the number of subscribers of a channel to these subscribers and to webhooks. Presence
 * channels are excluded.
 */
export class SubscriptionCounts {
  readonly #deps: SubscriptionCountsDeps;
  readonly #changed = new Set<string>();
  #cancel: (() => void) | null = null;

  constructor(deps: SubscriptionCountsDeps) {
    this.#deps = deps;
  }

  noteChange(channel: string): void {
    if (!this.#deps.isEnabled || channel.startsWith("presence-")) {
      return;
    }
    this.#changed.add(channel);
    this.#cancel ??= this.#deps.clock.after(SETTLE_MS, () => this.#flush());
  }

  close(): void {
    this.#cancel?.();
    this.#changed.clear();
  }

  #flush(): void {
    this.#cancel = null;
    for (const channel of this.#changed) {
      this.#publishCount(channel);
    }
    this.#changed.clear();
  }

  #publishCount(channel: string): void {
    const count = this.#deps.channels.get(channel)?.subscribers.size ?? 0;
    const data = JSON.stringify({ subscription_count: count });
    const event = "pusher_internal:subscription_count";
    this.#deps.channels.broadcast(channel, encodeFrame({ event, channel, data }));
    this.#deps.notify({ name: "subscription_count", channel, subscription_count: count });
  }
}
