import { drawn } from "./drawn-frame.ts";

export interface SeenRow {
  /** The server's time of the arrival, from the event. */
  arrivedAt: number | null;
  /** The time at which the event's frame arrived. */
  frameAt: number | null;
  /** The time at which the first frame with the row was drawn. */
  paintedAt: number;
  isInSight: boolean;
}

/** Waits for one caller to appear in the queue. */
export class RowObserver {
  #number = "";
  #arrivedAt: number | null = null;
  #frameAt: number | null = null;
  #seen: Promise<SeenRow> | null = null;

  /** Begins to look for a caller, by the number in events and the number in rows. */
  arm(number: string, shown: string): void {
    this.#number = number;
    this.#arrivedAt = null;
    this.#frameAt = null;
    this.#seen = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const row = rowOf(shown);
        if (row === undefined) {
          return;
        }
        observer.disconnect();
        void drawn().then(() => resolve(this.#describe(row)));
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  }

  seen(): Promise<SeenRow | null> {
    return Promise.resolve(this.#seen);
  }

  takeFrame(text: string): void {
    if (this.#number === "" || this.#frameAt !== null || !text.includes(this.#number)) {
      return;
    }
    this.#frameAt = Date.now();
    const [, arrivedAt] = /arrivedAt\W+(\d{4}-[^"\\]+)/.exec(text) ?? [];
    this.#arrivedAt = arrivedAt === undefined ? null : Date.parse(arrivedAt);
  }

  #describe(row: Element): SeenRow {
    const paintedAt = Date.now();
    const { top, bottom } = row.getBoundingClientRect();
    const isInSight = top >= 0 && bottom <= innerHeight && bottom > top;
    return { arrivedAt: this.#arrivedAt, frameAt: this.#frameAt, paintedAt, isInSight };
  }
}

function rowOf(shown: string): Element | undefined {
  return [...document.querySelectorAll("[data-row]")].find((row) =>
    row.textContent.includes(shown),
  );
}
