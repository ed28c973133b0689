import {
  changeSetting,
  type ChatMessage,
  type ChatPerson,
  listChat,
  sendChat,
  type SettingChange,
  typeChat,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";
import {
  chatFollowed,
  chatLiveChanged,
  chatBatchArrived,
  chatSettingsChanged,
  chatToggled,
  type Outgoing,
  olderChatLoaded,
  outgoingChanged,
  typingEnded,
  typingStarted,
  type ChatBatch,
} from "../store/chat-slice.ts";
import { messageCounted, messagesRead, noticed } from "../store/desk-slice.ts";
import { selectMe } from "../store/select-calls.ts";
import type { Store } from "../store/store.ts";
import { ChatFeed, type Subscribe } from "./chat-feed.ts";
import { ChatOutbox, type NewOutgoing } from "./chat-outbox.ts";
import { describeRefusal } from "./describe-refusal.ts";

export interface ChatDeps {
  store: Store;
  http: HttpClient;
  subscribe: Subscribe;
  schedule: (run: () => void, ms: number) => () => void;
  now: () => number;
  newKey: () => string;
  /**
   * Is called with each new message of a colleague, including those that came while the page was
   * disconnected.
   */
  onMessage: (message: ChatMessage) => void;
  onSettingsChanged: () => void;
}

export type ChatDraft = Pick<NewOutgoing, "text" | "card">;

const EMPTY_DRAFT: ChatDraft = { text: "", card: null };
const PAGE_SIZE = 100;
/** The interval of the typing event, and the time for which a colleague's typing is shown. */
const TYPING_EVERY_MS = 3_000;
const TYPING_SHOWN_MS = 6_000;

/** The chat of this desk; it continues while its panel is closed. */
export class Chat {
  readonly #deps: ChatDeps;
  readonly #outbox: ChatOutbox;
  #feed: ChatFeed | null = null;
  #open: string | null = null;
  #olderLoading = false;
  #typedAt = -Infinity;
  #aheadMs = 0;
  readonly #drafts = new Map<string, ChatDraft>();
  readonly #typingEnds = new Map<string, () => void>();

  constructor(deps: ChatDeps) {
    const { store, schedule, now, newKey } = deps;
    this.#deps = deps;
    this.#outbox = new ChatOutbox({
      post: (message) => this.#post(message),
      refusal: describeRefusal,
      onChange: (outgoing) => store.dispatch(outgoingChanged([...outgoing])),
      schedule,
      newKey,
      now,
    });
  }

  get hasUnsent(): boolean {
    return this.#outbox.hasUnsent;
  }

  openStation(station: string): void {
    this.#open = station;
    this.#follow();
  }

  applySettings({ chatStation, chatCleared }: UserSettings): void {
    const { store } = this.#deps;
    store.dispatch(chatSettingsChanged({ chosen: chatStation, cleared: chatCleared }));
    this.#follow();
  }

  toggle(isOpen: boolean): void {
    const { store } = this.#deps;
    store.dispatch(chatToggled(isOpen));
    if (isOpen) {
      store.dispatch(messagesRead());
    }
  }

  /** Returns false when the outbox is full, or when there is no station. */
  send(message: Omit<NewOutgoing, "station">): boolean {
    const { station } = this.#deps.store.getState().chat;
    this.#typedAt = -Infinity;
    return station !== null && this.#outbox.send({ ...message, station });
  }

  /** Returns the unsent text for a station; it is kept when the panel closes. */
  draftOf(station: string): ChatDraft {
    return this.#drafts.get(station) ?? EMPTY_DRAFT;
  }

  keepDraft(station: string, draft: ChatDraft): void {
    this.#drafts.set(station, draft);
  }

  retry(key: string): void {
    this.#outbox.retry(key);
  }

  remove(key: string): void {
    this.#outbox.remove(key);
  }

  noteTyping(): void {
    const { store, http, now } = this.#deps;
    const { station } = store.getState().chat;
    if (station === null || now() - this.#typedAt < TYPING_EVERY_MS) {
      return;
    }
    this.#typedAt = now();
    // A lost typing event does no harm.
    http.call(typeChat, { body: { station } }).catch(() => undefined);
  }

  async loadOlder(): Promise<void> {
    const { store, http } = this.#deps;
    const { station, messages, hasOlder } = store.getState().chat;
    const [oldest] = messages;
    if (station === null || oldest === undefined || !hasOlder || this.#olderLoading) {
      return;
    }
    this.#olderLoading = true;
    try {
      const cursor = String(oldest.number);
      const query = { station, cursor, limit: PAGE_SIZE };
      const { items, nextCursor } = await http.call(listChat, { query });
      if (store.getState().chat.station === station) {
        const older = { messages: items.toReversed(), hasOlder: nextCursor !== null };
        store.dispatch(olderChatLoaded(older));
      }
    } catch (error) {
      this.#notice(error);
    } finally {
      this.#olderLoading = false;
    }
  }

  serverNow(): string {
    return new Date(this.#deps.now() + this.#aheadMs).toISOString();
  }

  async clear(): Promise<void> {
    const { store } = this.#deps;
    const { station, messages, cleared } = store.getState().chat;
    if (station === null) {
      return;
    }
    const newest = messages.at(-1)?.at ?? "";
    const now = this.serverNow();
    const at = newest > now ? newest : now;
    store.dispatch(chatSettingsChanged({ cleared: { ...cleared, [station]: at } }));
    await this.#change({ setting: "CHATCLEARED", value: [station, at] }, { cleared });
  }

  /** Follows the chosen station's chat; with `null`, it follows the chat of the open station. */
  async choose(station: string | null): Promise<void> {
    const { chosen } = this.#deps.store.getState().chat;
    this.#deps.store.dispatch(chatSettingsChanged({ chosen: station }));
    this.#follow();
    await this.#change({ setting: "CHATSTATION", value: station }, { chosen });
  }

  close(): void {
    this.#feed?.close();
    this.#outbox.close();
    for (const end of this.#typingEnds.values()) {
      end();
    }
  }

  /** Sends a settings change that is already shown; after a failure shows `before` again. */
  async #change(
    body: SettingChange,
    before: { cleared: Record<string, string> } | { chosen: string | null },
  ): Promise<void> {
    const { store, http, onSettingsChanged } = this.#deps;
    try {
      await http.call(changeSetting, { body });
      onSettingsChanged();
    } catch (error) {
      store.dispatch(chatSettingsChanged(before));
      this.#follow();
      this.#notice(error);
    }
  }

  #follow(): void {
    const { store, http, subscribe, schedule, now } = this.#deps;
    const { desk, chat } = store.getState();
    const isMine = desk.stations.some(({ id }) => id === chat.chosen);
    const station = isMine ? chat.chosen : this.#open;
    if (station === chat.station) {
      return;
    }
    this.#feed?.close();
    store.dispatch(chatFollowed(station));
    store.dispatch(messagesRead());
    if (station === null) {
      this.#feed = null;
      return;
    }
    this.#feed = new ChatFeed({
      station,
      subscribe,
      loadPage: (cursor, signal) => {
        const page = cursor === null ? {} : { cursor };
        return http.call(listChat, { query: { station, limit: PAGE_SIZE, ...page }, signal });
      },
      onBatch: (batch) => this.#receive(batch),
      onServerTime: (time) => (this.#aheadMs = Date.parse(time) - now()),
      onTyped: (person) => this.#showTyping(person),
      onLive: (isLive) => this.#setLive(isLive),
      timing: { schedule, now: () => performance.now(), random: Math.random },
    });
  }

  #setLive(isLive: boolean): void {
    this.#deps.store.dispatch(chatLiveChanged(isLive));
    if (isLive) {
      this.#outbox.handleConnected();
    }
  }

  /**
   * Stores the messages. Except on the first page, reports those of colleagues, and counts them
   * while the panel is closed.
   */
  #receive(batch: ChatBatch): void {
    const { store, onMessage } = this.#deps;
    const { chat } = store.getState();
    const me = selectMe(store.getState());
    store.dispatch(chatBatchArrived(batch));
    this.#outbox.handleArrived(new Set(batch.messages.map(({ key }) => key)));
    if (!chat.isLoaded) {
      return;
    }
    for (const message of batch.messages.filter(({ from }) => from.user !== me)) {
      if (!chat.isOpen) {
        store.dispatch(messageCounted());
      }
      onMessage(message);
    }
  }

  #showTyping(person: ChatPerson): void {
    const { store, schedule } = this.#deps;
    if (person.user === selectMe(store.getState())) {
      return;
    }
    this.#typingEnds.get(person.user)?.();
    store.dispatch(typingStarted(person));
    const end = schedule(() => {
      this.#typingEnds.delete(person.user);
      store.dispatch(typingEnded(person.user));
    }, TYPING_SHOWN_MS);
    this.#typingEnds.set(person.user, end);
  }

  async #post({ station, key, text, card }: Outgoing): Promise<ChatMessage> {
    const call = card === null ? {} : { call: card.call };
    const body = { station, key, text, ...call };
    return (await this.#deps.http.call(sendChat, { body })).message;
  }

  #notice(error: unknown): void {
    const { words, code } = describeFailure(error);
    const notice = { id: "chat", tone: "failure" as const, words, code, line: null };
    this.#deps.store.dispatch(noticed(notice));
  }
}
