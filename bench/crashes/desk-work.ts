import { setTimeout as wait } from "node:timers/promises";

import type { CrashStation } from "./crash-station.ts";
import type { ProtocolDesk } from "./protocol-desk.ts";

const PRESS_EVERY_MS = 400;

/** The last point and pin of each call that the server has acknowledged. */
export interface Acknowledged {
  presses: number;
  refused: number;
  points: Map<string, string>;
  pins: Map<string, boolean>;
}

/**
 * The people at four desks, who press buttons all the time, and a record of what the server
 * acknowledged.
 */
export class DeskWork {
  readonly done: Acknowledged = { presses: 0, refused: 0, points: new Map(), pins: new Map() };
  readonly #crash: CrashStation;
  #isOver = false;
  #working: Promise<unknown> = Promise.resolve();
  #point = 0;

  constructor(crash: CrashStation) {
    this.#crash = crash;
  }

  start(): void {
    const desks = [...this.#crash.desks.values()];
    // Each desk works on calls of its own, so that the last acknowledged value of a call is certain.
    this.#working = Promise.all(desks.map((desk, at) => this.#work(desk, at, desks.length)));
  }

  async end(): Promise<Acknowledged> {
    this.#isOver = true;
    await this.#working;
    return this.done;
  }

  async #work(desk: ProtocolDesk, at: number, of: number): Promise<void> {
    while (!this.#isOver) {
      await wait(PRESS_EVERY_MS * (0.5 + Math.random()));
      const waiting = [...desk.calls.values()].filter(
        ({ desk: { status } }) => status === "waiting",
      );
      const mine = waiting.filter(({ id }) => Number.parseInt(id.slice(-4), 16) % of === at);
      const call = mine[Math.floor(Math.random() * mine.length)];
      if (call !== undefined) {
        await (Math.random() < 0.7 ? this.#describe(desk, call.id) : this.#pin(desk, call.id));
      }
    }
  }

  async #describe(desk: ProtocolDesk, call: string): Promise<void> {
    const description = `point ${String((this.#point += 1))} of ${desk.name}`;
    if (await this.#press(desk, "/twilio/calls/description", { call, description })) {
      this.done.points.set(call, description);
    } else {
      // The answer was lost, so either value is right.
      this.done.points.delete(call);
    }
  }

  async #pin(desk: ProtocolDesk, call: string): Promise<void> {
    const pinned = Math.random() < 0.5;
    if (await this.#press(desk, "/twilio/calls/call_pin", { call, pinned })) {
      this.done.pins.set(call, pinned);
    } else {
      this.done.pins.delete(call);
    }
  }

  async #press(desk: ProtocolDesk, path: string, json: object): Promise<boolean> {
    this.done.presses += 1;
    try {
      const { status } = await desk.press(path, json);
      this.done.refused += status === 200 ? 0 : 1;
      return status === 200;
    } catch {
      this.done.refused += 1;
      return false;
    }
  }
}
