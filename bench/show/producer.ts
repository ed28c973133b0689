import type { Audience, ScriptedCaller } from "./audience.ts";
import type { Hand } from "./hand.ts";
import { screenCaller } from "./screener.ts";
import type { ShowClock } from "./show-clock.ts";
import { untilConnected } from "./take-next.ts";

interface SeenRow {
  caller: ScriptedCaller;
  tone: string;
  /** The middle of the row's name. */
  at: { x: number; y: number };
  /** The middle of its Answer button, or `null` without one. */
  answer: { x: number; y: number } | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page, so it must not contain a named function. */
function readBoxes() {
  const view = document.querySelector("[role=grid]")?.getBoundingClientRect() ?? new DOMRect();
  return [...document.querySelectorAll<HTMLElement>("[data-row]")].flatMap((row) => {
    const cells = row.querySelectorAll("[role=gridcell]");
    const button = [...row.querySelectorAll("button")].find((one) =>
      /^answer/i.test(one.getAttribute("aria-label") ?? ""),
    );
    const [at, answer] = [cells[2], button].map((element) => {
      const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    });
    const { top, bottom } = row.getBoundingClientRect();
    const isInSight = top >= view.top + 40 && bottom <= view.bottom;
    const number = cells[3]?.textContent ?? "";
    return isInSight ? [{ number, tone: row.dataset["tone"] ?? "", at, answer }] : [];
  });
}

function middleOf(box: Box | undefined): { x: number; y: number } | null {
  return box === undefined || box.width === 0
    ? null
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the visible rows, top to bottom. */
async function readRows(hand: Hand, audience: Audience): Promise<SeenRow[]> {
  const rows = await hand.page.evaluate(readBoxes);
  return rows.flatMap(({ number, tone, ...boxes }) => {
    const caller = audience.find(number);
    const at = middleOf(boxes.at);
    return caller === undefined || at === null
      ? []
      : [{ caller, tone, at, answer: middleOf(boxes.answer) }];
  });
}

/** The producer's actions in turn, all on rows of the list. */
export class Producer {
  readonly #hand: Hand;
  readonly #audience: Audience;
  readonly #clock: ShowClock;
  #turn = 0;

  constructor(hand: Hand, audience: Audience, clock: ShowClock) {
    this.#hand = hand;
    this.#audience = audience;
    this.#clock = clock;
  }

  async act(): Promise<void> {
    const rows = await readRows(this.#hand, this.#audience);
    const turn = this.#turn++ % 4;
    if (turn === 0) {
      await this.#markNext(rows);
    } else if (turn === 2) {
      await this.#reject(rows);
    } else {
      await this.#answer(rows);
    }
    await this.#hand.rest();
    await this.#clock.pause(15);
  }

  /** Marks a ready caller who is further down as next. */
  async #markNext(rows: readonly SeenRow[]): Promise<void> {
    const row = rows.filter(({ tone }) => tone === "verified").at(1);
    if (row === undefined || rows.some(({ tone }) => tone === "next")) {
      return;
    }
    await this.#hand.clickAt(row.at);
    this.#hand.aim("next", row.caller);
    await this.#hand.press("n");
  }

  /** Rejects a caller, and undoes one rejection in three. */
  async #reject(rows: readonly SeenRow[]): Promise<void> {
    const row = rows.findLast(({ tone }) => tone === "ringing");
    if (row === undefined) {
      return;
    }
    await this.#hand.clickAt(row.at);
    this.#hand.aim("rejected", row.caller);
    await this.#hand.press("Delete", "Delete");
    if (this.#turn % 3 === 0) {
      await this.#hand.press("z");
    }
  }

  /** Answers a caller further down, because the screener takes the one who has waited longest. */
  async #answer(rows: readonly SeenRow[]): Promise<void> {
    const row = rows.filter(({ answer, tone }) => answer !== null && tone === "ringing").at(3);
    if (row === undefined || row.answer === null) {
      return;
    }
    this.#hand.aim("taken", row.caller);
    await this.#hand.clickAt(row.answer);
    await this.#hand.rest();
    const caller = await untilConnected(this.#hand, this.#audience, 1);
    if (caller !== null) {
      await screenCaller(this.#hand, caller, this.#clock);
    }
  }

  /** Ends the show: all callers who still ring hear that the lines are busy. */
  async sendOff(): Promise<void> {
    const { page } = this.#hand;
    await this.#hand.click(page.getByRole("button", { name: /^Bulk reject/ }));
    await this.#hand.click(page.getByRole("checkbox", { name: /^All ringing/ }));
    await this.#hand.click(page.getByRole("button", { name: /^Reject \d+ caller/ }));
  }
}
