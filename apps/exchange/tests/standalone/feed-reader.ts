import type { CallView, ConferenceView } from "../../src/control/call-views.ts";
import type {
  FeedEvent,
  FrameView,
  SipView,
  WebhookView,
} from "../../src/dev/inspector/feed-events.ts";

/** Reads the inspector's feed as its page does, and keeps what was told. */
export class FeedReader {
  readonly events: FeedEvent[] = [];
  /** The feed as it came over the wire. */
  text = "";
  readonly calls = new Map<string, CallView>();
  readonly webhooks = new Map<number, WebhookView>();
  readonly frames = new Map<number, FrameView>();
  readonly sip: SipView[] = [];
  rooms: ConferenceView[] = [];
  readonly #stop = new AbortController();

  static async open(inspectorUrl: string): Promise<FeedReader> {
    const reader = new FeedReader();
    const response = await fetch(`${inspectorUrl}/feed`, { signal: reader.#stop.signal });
    if (!response.ok || response.body === null) {
      throw new Error(`answered ${response.status}`);
    }
    void reader.#read(response.body);
    return reader;
  }

  close(): void {
    this.#stop.abort();
  }

  /** Waits until the fact is true of what was told; throws with what it saw. */
  async until<Fact>(what: string, look: (feed: this) => Fact | undefined | false): Promise<Fact> {
    const endMs = performance.now() + 20_000;
    for (;;) {
      const fact = look(this);
      if (fact !== undefined && fact !== false) {
        return fact;
      }
      if (performance.now() > endMs) {
        throw new Error(`${what}: not told in\n${this.text}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of body) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        const parts = (rest + text).split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) {
          this.#take(part);
        }
      }
    } catch {
      // We or the exchange have ended it; what was told until then is kept.
    }
  }

  #take(part: string): void {
    if (!part.startsWith("data: ")) {
      return;
    }
    const event = JSON.parse(part.slice(6)) as FeedEvent;
    this.events.push(event);
    if (event.type === "snapshot") {
      for (const call of event.calls) {
        this.calls.set(call.sid, call);
      }
      for (const webhook of event.webhooks) {
        this.webhooks.set(webhook.id, webhook);
      }
      for (const frame of event.frames) {
        this.frames.set(frame.id, frame);
      }
      this.sip.push(...event.sip);
      this.rooms = event.rooms;
    }
    if (event.type === "calls") {
      for (const call of event.calls) {
        this.calls.set(call.sid, call);
      }
    }
    if (event.type === "webhook") {
      this.webhooks.set(event.webhook.id, event.webhook);
    }
    if (event.type === "frame") {
      this.frames.set(event.frame.id, event.frame);
    }
    if (event.type === "sip") {
      this.sip.push(event.message);
    }
    if (event.type === "rooms") {
      this.rooms = event.rooms;
    }
  }
}
