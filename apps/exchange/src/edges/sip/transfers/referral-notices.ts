import type { Clock } from "@linedesk/base";
import { requestWithin } from "../dialogs/dialog.ts";
import { sendWithin, type WithinParts } from "../dialogs/within-dialog.ts";
import { sipfragOf, SIPFRAG_TYPE } from "./sipfrag.ts";

export interface NoticeParts extends WithinParts {
  clock: Clock;
  /** `refer`, or `refer;id=93809823` from the second REFER of a dialog on. */
  event: string;
  /** How long the referrer is told how it goes. */
  lifeMs: number;
  /** Nothing is being told any more, for now. */
  onQuiet: () => void;
}

/** What the far end is told next. */
interface Notice {
  status: number;
  state: "active" | "noresource" | "timeout";
}

/**
 * The subscription that a REFER makes (RFC 3515, 6665): each NOTIFY goes out when the one before was
 * answered, and the newest word wins over those that wait.
 */
export class ReferralNotices {
  readonly #parts: NoticeParts;
  readonly #endsAtMs: number;
  readonly #stopTimer: () => void;
  #waiting: Notice | null = null;
  #last = 100;
  #isSending = false;
  #isOver = false;

  constructor(parts: NoticeParts) {
    const { clock, lifeMs } = parts;
    this.#parts = parts;
    this.#endsAtMs = clock.elapsedMs() + lifeMs;
    this.#stopTimer = clock.after(lifeMs, () => {
      this.#tell({ status: this.#last, state: "timeout" });
    });
  }

  /** Whether a NOTIFY is under way. */
  get isTelling(): boolean {
    return this.#isSending;
  }

  report(status: number): void {
    this.#last = status;
    this.#tell({ status, state: status < 200 ? "active" : "noresource" });
  }

  /** Tells nothing more. */
  stop(): void {
    this.#isOver = true;
    this.#waiting = null;
    this.#stopTimer();
  }

  #tell(notice: Notice): void {
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
      this.#parts.onQuiet();
    });
  }

  /** A far end that refuses a NOTIFY, or never answers one, is told nothing more. */
  async #sendAll(): Promise<void> {
    for (let next = this.#waiting; next !== null; next = this.#waiting) {
      this.#waiting = null;
      const answer = await sendWithin(this.#parts, this.#notifyOf(next));
      if (answer === null || answer.status >= 300) {
        this.stop();
      }
    }
  }

  #notifyOf({ status, state }: Notice): ReturnType<typeof requestWithin> {
    const { dialog, event, clock } = this.#parts;
    const { request, target } = requestWithin(dialog, "NOTIFY");
    const leftS = Math.max(0, Math.ceil((this.#endsAtMs - clock.elapsedMs()) / 1000));
    request.headers
      .add("Event", event)
      .add(
        "Subscription-State",
        state === "active" ? `active;expires=${leftS}` : `terminated;reason=${state}`,
      )
      .add("Content-Type", SIPFRAG_TYPE);
    return { request: { ...request, body: sipfragOf(status) }, target };
  }
}
