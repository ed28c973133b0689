import type { ChatMessage } from "@linedesk/contract";
import type { Outgoing } from "../store/chat-slice.ts";

export type NewOutgoing = Pick<Outgoing, "station" | "text" | "card">;

export interface ChatOutboxDeps {
  post: (message: Outgoing) => Promise<ChatMessage>;
  /** Returns the reason of a final refusal; `null` when the send is tried again. */
  refusal: (error: unknown) => string | null;
  onChange: (outgoing: readonly Outgoing[]) => void;
  schedule: (run: () => void, ms: number) => () => void;
  newKey: () => string;
  now: () => number;
}

/** The delays between attempts; the last delay repeats. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 10_000];
/** The limit is higher than the number of messages that a person writes during an outage. */
const MOST_OUTGOING = 200;

/** Sends messages one after the other, in the order of writing. */
export class ChatOutbox {
  readonly #deps: ChatOutboxDeps;
  #outgoing: Outgoing[] = [];
  #posting: string | null = null;
  #attempts = 0;
  #cancelRetry: (() => void) | null = null;

  constructor(deps: ChatOutboxDeps) {
    this.#deps = deps;
  }

  get hasUnsent(): boolean {
    return this.#outgoing.some(({ state }) => state.status !== "sent");
  }

  /** Returns false when the outbox is full. */
  send(message: NewOutgoing): boolean {
    if (this.#outgoing.length >= MOST_OUTGOING) {
      return false;
    }
    const { newKey, now } = this.#deps;
    const made = { ...message, key: newKey(), at: now(), state: { status: "sending" } as const };
    this.#set([...this.#outgoing, made]);
    this.#pump();
    return true;
  }

  retry(key: string): void {
    this.#attempts = 0;
    this.#setState(key, { status: "sending" });
    this.#pump();
  }

  remove(key: string): void {
    this.#set(this.#outgoing.filter((one) => one.key !== key));
  }

  /** Sends at once after a reconnection, without the back-off. */
  handleConnected(): void {
    this.#attempts = 0;
    this.#pump();
  }

  /** Removes messages that the chat has received, even if the answer is lost. */
  handleArrived(keys: ReadonlySet<string>): void {
    if (this.#outgoing.some(({ key }) => keys.has(key))) {
      this.#set(this.#outgoing.filter(({ key }) => !keys.has(key)));
    }
  }

  close(): void {
    this.#cancelRetry?.();
    this.#outgoing = [];
  }

  #pump(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const next = this.#outgoing.find(
      ({ state }) => state.status === "sending" || state.status === "waiting",
    );
    if (this.#posting === null && next !== undefined) {
      void this.#post(next);
    }
  }

  async #post(message: Outgoing): Promise<void> {
    const { post, refusal } = this.#deps;
    const { key } = message;
    this.#posting = key;
    try {
      const stored = await post(message);
      this.#attempts = 0;
      this.#setState(key, { status: "sent", message: stored });
    } catch (error) {
      const words = refusal(error);
      this.#setState(key, words === null ? { status: "waiting" } : { status: "refused", words });
      if (words === null) {
        return this.#retryLater();
      }
    } finally {
      this.#posting = null;
    }
    this.#pump();
  }

  #retryLater(): void {
    const waitMs = RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)] ?? 0;
    this.#attempts += 1;
    this.#cancelRetry?.();
    this.#cancelRetry = this.#deps.schedule(() => this.#pump(), waitMs);
  }

  #setState(key: string, state: Outgoing["state"]): void {
    this.#set(this.#outgoing.map((one) => (one.key === key ? { ...one, state } : one)));
  }

  #set(outgoing: Outgoing[]): void {
    this.#outgoing = outgoing;
    this.#deps.onChange(outgoing);
  }
}
