import type { CallView, LevelView, ConferenceView } from "../../src/control/call-views.ts";
import type {
  FeedEvent,
  FrameView,
  SipView,
  WebhookView,
  ExchangeEndpoints,
} from "../../src/dev/inspector/feed-events.ts";

export type Tab = "timeline" | "webhooks" | "signalling" | "sip";

const LIMITS = { calls: 300, webhooks: 200, frames: 400, sip: 600, levels: 60 };

/** Everything that the page knows. */
export class State {
  whereabouts: ExchangeEndpoints | null = null;
  readonly calls = new Map<string, CallView>();
  rooms: ConferenceView[] = [];
  readonly webhooks = new Map<number, WebhookView>();
  readonly frames = new Map<number, FrameView>();
  readonly sip: SipView[] = [];
  /** Of each live call, the levels of the last half minute. */
  readonly levels = new Map<string, LevelView[]>();
  /** Null shows what belongs to every call and to none. */
  selectedSid: string | null = null;
  tab: Tab = "timeline";
  /** What is looked for in the panel, and in the list of calls. */
  searchText = "";
  callSearchText = "";
  /** Leaves out whatever went as it should, and the calls in which all did. */
  showsFaultsOnly = false;
  /** When the exchange was last heard of; null while it is. */
  disconnectedSince: number | null = null;

  applyEvent(event: FeedEvent): void {
    switch (event.type) {
      case "snapshot":
        return this.#applySnapshot(event);
      case "calls":
        for (const call of event.calls) {
          this.#putCall(call);
        }
        return undefined;
      case "rooms":
        this.rooms = event.rooms;
        return undefined;
      case "webhook":
        this.webhooks.set(event.webhook.id, event.webhook);
        return dropOldest(this.webhooks, LIMITS.webhooks);
      case "frame":
        this.frames.set(event.frame.id, event.frame);
        return dropOldest(this.frames, LIMITS.frames);
      case "sip":
        return pushBounded(this.sip, event.message, LIMITS.sip);
      case "levels":
        for (const level of event.levels) {
          this.#putLevel(level);
        }
        return undefined;
    }
  }

  /** Newest first, the live ones before the others. */
  listCalls(): CallView[] {
    function newest(one: CallView, other: CallView): number {
      return (
        Number(other.isLive) - Number(one.isLive) || other.startedAt.localeCompare(one.startedAt)
      );
    }
    return [...this.calls.values()].sort(newest);
  }

  selectedCall(): CallView | null {
    return this.selectedSid === null ? null : (this.calls.get(this.selectedSid) ?? null);
  }

  listWebhooks(): WebhookView[] {
    return [...this.webhooks.values()].filter(({ callSid }) => this.#matchesFilter(callSid));
  }

  listFrames(): FrameView[] {
    return [...this.frames.values()].filter(({ callSid }) => this.#matchesFilter(callSid));
  }

  /** A dialog's call is told by one of its messages, and counts for all. */
  listSip(): SipView[] {
    const calls = new Map(this.sip.map(({ callId, callSid }) => [callId, callSid]));
    for (const { callId, callSid } of this.sip) {
      if (callSid !== null) {
        calls.set(callId, callSid);
      }
    }
    return this.sip
      .map((message) => withCallSid(message, calls.get(message.callId) ?? null))
      .filter(({ callSid }) => this.#matchesFilter(callSid));
  }

  #matchesFilter(callSid: string | null): boolean {
    return this.selectedSid === null || callSid === this.selectedSid;
  }

  #applySnapshot(event: Extract<FeedEvent, { type: "snapshot" }>): void {
    this.whereabouts = event.whereabouts;
    this.calls.clear();
    for (const call of event.calls.toReversed()) {
      this.#putCall(call);
    }
    this.rooms = event.rooms;
    this.webhooks.clear();
    for (const webhook of event.webhooks) {
      this.webhooks.set(webhook.id, webhook);
    }
    this.frames.clear();
    for (const frame of event.frames) {
      this.frames.set(frame.id, frame);
    }
    this.sip.splice(0, Infinity, ...event.sip);
    this.levels.clear();
  }

  #putCall(call: CallView): void {
    this.calls.set(call.sid, call);
    if (!call.isLive) {
      this.levels.delete(call.sid);
    }
    dropOldest(this.calls, LIMITS.calls);
  }

  #putLevel(level: LevelView): void {
    const levels = this.levels.get(level.callSid) ?? [];
    pushBounded(levels, level, LIMITS.levels);
    this.levels.set(level.callSid, levels);
  }
}

/** The same object where nothing is new, so that whoever remembers things of it finds them. */
function withCallSid(message: SipView, callSid: string | null): SipView {
  return message.callSid === callSid ? message : { ...message, callSid };
}

function pushBounded<Item>(list: Item[], item: Item, limit: number): void {
  list.push(item);
  if (list.length > limit) {
    list.shift();
  }
}

function dropOldest<Key>(map: Map<Key, unknown>, limit: number): void {
  const oldest = map.keys().next().value;
  if (map.size > limit && oldest !== undefined) {
    map.delete(oldest);
  }
}
