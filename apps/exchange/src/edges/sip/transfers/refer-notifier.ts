import type { Clock } from "@linedesk/base";
import { createInDialogRequest } from "../dialogs/dialog.ts";
import { sendInDialog, type InDialogDeps } from "../dialogs/send-in-dialog.ts";
import { formatSipfrag, SIPFRAG_TYPE } from "./sipfrag.ts";

export interface ReferNotifierDeps extends InDialogDeps {
  clock: Clock;
  /** The event is `refer`, or `refer;id=93809823` from the second REFER of a dialog on. */
  event: string;
  lifeMs: number;
  onQuiet: () => void;
}

interface ReferNotification {
  status: number;
  state: "active" | "noresource" | "timeout";
}

/**
 * The subscription that a REFER creates (RFC 3515, 6665). Each NOTIFY is sent after the answer to
 * the previous one, and the newest report replaces those that wait.
 */
export class ReferNotifier {
  readonly #deps: ReferNotifierDeps;
  readonly #endsAtMs: number;
  readonly #stopTimer: () => void;
  #waiting: ReferNotification | null = null;
  #last = 100;
  #isSending = false;
  #isOver = false;

  constructor(parts: ReferNotifierDeps) {
    const { clock, lifeMs } = parts;
    this.#deps = parts;
    this.#endsAtMs = clock.elapsedMs() + lifeMs;
    this.#stopTimer = clock.after(lifeMs, () => {
      this.#queue({ status: this.#last, state: "timeout" });
    });
  }

  get isNotifying(): boolean {
    return this.#isSending;
  }

  report(status: number): void {
    this.#last = status;
    this.#queue({ status, state: status < 200 ? "active" : "noresource" });
  }

  stop(): void {
    this.#isOver = true;
    this.#waiting = null;
    this.#stopTimer();
  }

  #queue(notice: ReferNotification): void {
    if (this.#isOver) {
      return;
    }
    this.#waiting = notice;
    if (notice.state !== "active") {
      this.#isOver = true;
      this.#stopTimer();
    }
    if (this.#isSending) {
      return;
    }
    this.#isSending = true;
    void this.#sendAll().then(() => {
      this.#isSending = false;
      this.#deps.onQuiet();
    });
  }

  /** A far end that refuses a NOTIFY, or does not answer one, gets no further report. */
  async #sendAll(): Promise<void> {
    for (let next = this.#waiting; next !== null; next = this.#waiting) {
      this.#waiting = null;
      const answer = await sendInDialog(this.#deps, this.#buildNotify(next));
      if (answer === null || answer.status >= 300) {
        this.stop();
      }
    }
  }

  #buildNotify({ status, state }: ReferNotification): ReturnType<typeof createInDialogRequest> {
    const { dialog, event, clock } = this.#deps;
    const { request, target } = createInDialogRequest(dialog, "NOTIFY");
    const leftS = Math.max(0, Math.ceil((this.#endsAtMs - clock.elapsedMs()) / 1000));
    request.headers
      .add("Event", event)
      .add(
        "Subscription-State",
        state === "active" ? `active;expires=${leftS}` : `terminated;reason=${state}`,
      )
      .add("Content-Type", SIPFRAG_TYPE);
    return { request: { ...request, body: formatSipfrag(status) }, target };
  }
}
