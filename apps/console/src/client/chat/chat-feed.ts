import * as z from "zod/mini";

import {
  type ChatMessage,
  type ChatPerson,
  type EndpointAnswer,
  type listChat,
  stationChannel,
  stationEvent,
} from "@linedesk/contract";
import { SnapshotPace, type SnapshotPaceOptions } from "../realtime/snapshot-pace.ts";
import type { ChatBatch } from "../store/chat-slice.ts";

export type ChatPage = EndpointAnswer<typeof listChat>;

export type Subscribe = (
  channel: string,
  listener: {
    onSubscribed: () => void;
    onEvent: (name: string, data: unknown) => void;
    onRefused: (status: number) => void;
  },
) => () => void;

export interface ChatFeedOptions {
  station: string;
  subscribe: Subscribe;
  /** Loads the messages before the cursor, newest first. */
  loadPage: (cursor: string | null, signal: AbortSignal) => Promise<ChatPage>;
  onBatch: (batch: ChatBatch) => void;
  onServerTime: (now: string) => void;
  onTyped: (person: ChatPerson) => void;
  /** Called with true when the list becomes complete, with false when messages can be missing. */
  onLive: (isLive: boolean) => void;
  timing: ChatTiming;
}

export interface ChatTiming extends SnapshotPaceOptions {
  schedule: (run: () => void, ms: number) => () => void;
}

const RETRY_MS = 2_000;
/**
 * The maximum number of pages of missed messages that are loaded. With more missed messages the
 * list starts again with the newest ones, and scrolling loads the older ones.
 */
const MOST_PAGES = 20;
const BUFFER_LIMIT = 500;

const sent = z.looseObject({ type: z.literal("chat.sent") });

/** Follows a station's chat by message number; if numbers are missing, it loads the messages. */
export class ChatFeed {
  readonly #options: ChatFeedOptions;
  readonly #unsubscribe: () => void;
  /** The number of the last message that was passed on; `null` before the first page. */
  #last: number | null = null;
  #buffer: ChatMessage[] = [];
  #loading: AbortController | null = null;
  /** Is true when messages may have been lost during a load. Then a second load follows. */
  #isOutdated = false;
  #cancelRetry: (() => void) | null = null;
  #cancelPaced: (() => void) | null = null;
  readonly #pace: SnapshotPace;

  constructor(options: ChatFeedOptions) {
    this.#options = options;
    this.#pace = new SnapshotPace(options.timing);
    this.#unsubscribe = options.subscribe(stationChannel(options.station), {
      onSubscribed: () => this.#reload(),
      onEvent: (name, data) => this.#receive(name, data),
      onRefused: () => options.onLive(false),
    });
  }

  close(): void {
    this.#unsubscribe();
    this.#loading?.abort();
    this.#cancelRetry?.();
    this.#cancelPaced?.();
  }

  #receive(name: string, data: unknown): void {
    if (name === "station.stale") {
      return this.#reloadPaced();
    }
    // Events of calls are frequent, and other code handles them.
    if (name !== "chat.sent" && name !== "chat.typed") {
      return;
    }
    const event = stationEvent.safeParse(data);
    if (name === "chat.typed") {
      return event.data?.type === name ? this.#options.onTyped(event.data.person) : undefined;
    }
    // A `chat.sent` event that cannot be parsed shows that a message exists, so the feed reloads.
    if (event.data?.type !== "chat.sent") {
      return sent.safeParse(data).success ? this.#reloadPaced() : undefined;
    }
    this.#buffer.push(event.data.message);
    if (this.#buffer.length > BUFFER_LIMIT) {
      this.#buffer = [];
      this.#isOutdated = true;
    }
    if (this.#loading === null && this.#last !== null) {
      this.#drain();
    }
  }

  /**
   * Reloads as soon as the back-off allows it, because the same event makes all consoles reload.
   */
  #reloadPaced(): void {
    if (this.#loading !== null) {
      this.#isOutdated = true;
    }
    if (this.#loading !== null || this.#cancelPaced !== null) {
      return;
    }
    const waitMs = this.#pace.waitMs();
    if (waitMs === 0) {
      return this.#reload();
    }
    this.#cancelPaced = this.#options.timing.schedule(() => this.#reload(), waitMs);
  }

  #reload(): void {
    if (this.#loading !== null) {
      this.#isOutdated = true;
      return;
    }
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#cancelPaced?.();
    this.#cancelPaced = null;
    this.#isOutdated = false;
    const load = new AbortController();
    this.#loading = load;
    void this.#load(load.signal);
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const batch = await this.#loadMissing(signal);
      if (signal.aborted) {
        return;
      }
      this.#loading = null;
      this.#pace.noteTaken();
      this.#last = batch.messages.at(-1)?.number ?? this.#last ?? 0;
      this.#options.onBatch(batch);
      this.#options.onLive(true);
      this.#drain();
      if (this.#isOutdated && this.#loading === null) {
        this.#reloadPaced();
      }
    } catch {
      // Any failure leads to another try; other code reports a lost connection.
      if (signal.aborted) {
        return;
      }
      this.#loading = null;
      this.#options.onLive(false);
      this.#cancelRetry = this.#options.timing.schedule(() => this.#reload(), RETRY_MS);
    }
  }

  /**
   * Loads pages, newest first, until they reach a known message or the limit. Without a known
   * message it loads one page.
   */
  async #loadMissing(signal: AbortSignal): Promise<ChatBatch> {
    const known = this.#last;
    const found: ChatMessage[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { items, nextCursor, now } = await this.#options.loadPage(cursor, signal);
      this.#options.onServerTime(now);
      found.unshift(...items.toReversed().filter(({ number }) => number > (known ?? 0)));
      cursor = nextCursor;
      if (known === null || cursor === null || (items.at(-1)?.number ?? 0) <= known + 1) {
        break;
      }
    }
    const first = found[0]?.number ?? null;
    const replacesAll = known === null || (first !== null && first > known + 1);
    return { messages: found, replacesAll, hasOlder: cursor !== null };
  }

  #drain(): void {
    const last = this.#last ?? 0;
    const { inOrder, gap } = takeInOrder(this.#buffer, last);
    this.#buffer = [];
    if (inOrder.length > 0) {
      this.#last = inOrder.at(-1)?.number ?? last;
      this.#options.onBatch({ messages: inOrder, replacesAll: false, hasOlder: false });
    }
    if (gap) {
      this.#options.onLive(false);
      this.#reloadPaced();
    }
  }
}

/**
 * Returns the messages that follow `last` without a gap and without repetition. A missing number is
 * a gap.
 */
export function takeInOrder(
  messages: readonly ChatMessage[],
  last: number,
): { inOrder: ChatMessage[]; gap: boolean } {
  const inOrder: ChatMessage[] = [];
  let next = last + 1;
  for (const message of messages.toSorted((one, other) => one.number - other.number)) {
    if (message.number > next) {
      return { inOrder, gap: true };
    }
    if (message.number === next) {
      inOrder.push(message);
      next += 1;
    }
  }
  return { inOrder, gap: false };
}
