import type { ReceptionTotals } from "./receptions.ts";

/** How a line's calls are received, beside what the line itself does with them. */
export interface Reception {
  /** So long sound waits in the call's receive buffer; 0 where there is no call. */
  bufferMs: number;
  /** How often sound that was late or lost on the way was made up, in all calls of the line. */
  concealed: number;
}

const NOTHING: ReceptionTotals = { waitedS: 0, given: 0, concealed: 0 };

/** [AS118] Makes of the totals of one call after the other what there is to see of a line. */
export class ReceptionMeter {
  #before = NOTHING;
  #bufferMs = 0;
  #concealed = 0;

  get reading(): Reception {
    return { bufferMs: this.#bufferMs, concealed: this.#concealed };
  }

  /** Another call begins, or none is there any more. */
  begin(): void {
    this.#before = NOTHING;
    this.#bufferMs = 0;
  }

  add(totals: ReceptionTotals): void {
    const given = totals.given - this.#before.given;
    if (given > 0) {
      this.#bufferMs = ((totals.waitedS - this.#before.waitedS) / given) * 1000;
    }
    this.#concealed += totals.concealed - this.#before.concealed;
    this.#before = totals;
  }
}
