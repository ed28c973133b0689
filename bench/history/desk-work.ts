import { setTimeout as wait } from "node:timers/promises";

import type { ProtocolDesk } from "../crashes/protocol-desk.ts";
import type { Command, Outcome } from "./history.ts";
import { pressAndRecord } from "./press-and-record.ts";

const PRESS_EVERY_MS = 400;

/** The people at some desks, who press buttons all the time. Each command is recorded. */
export class DeskWork {
  readonly commands: Command[] = [];
  readonly #desks: readonly ProtocolDesk[];
  #isOver = false;
  #working: Promise<unknown> = Promise.resolve();
  #point = 0;

  constructor(desks: Iterable<ProtocolDesk>) {
    this.#desks = [...desks];
  }

  start(): void {
    // Each desk works on calls of its own, so that the last acknowledged value of a call is
    // certain.
    this.#working = Promise.all(this.#desks.map((desk, at) => this.#work(desk, at)));
  }

  async end(): Promise<Command[]> {
    this.#isOver = true;
    await this.#working;
    return this.commands;
  }

  count(outcome: Outcome): number {
    return this.commands.filter((command) => command.outcome === outcome).length;
  }

  async #work(desk: ProtocolDesk, at: number): Promise<void> {
    while (!this.#isOver) {
      await wait(PRESS_EVERY_MS * (0.5 + Math.random()));
      const waiting = [...desk.calls.values()].filter(
        ({ desk: { status } }) => status === "waiting",
      );
      const mine = waiting.filter(
        ({ id }) => Number.parseInt(id.slice(-4), 16) % this.#desks.length === at,
      );
      const call = mine[Math.floor(Math.random() * mine.length)];
      if (call !== undefined) {
        await (Math.random() < 0.7 ? this.#describe(desk, call.id) : this.#pin(desk, call.id));
      }
    }
  }

  async #describe(desk: ProtocolDesk, call: string): Promise<void> {
    const description = `point ${String((this.#point += 1))} of ${desk.name}`;
    const press = { path: "/twilio/calls/description", json: { call, description } };
    const { outcome } = await pressAndRecord(desk, press);
    this.commands.push({ call, field: "point", value: description, outcome });
  }

  async #pin(desk: ProtocolDesk, call: string): Promise<void> {
    const pinned = Math.random() < 0.5;
    const press = { path: "/twilio/calls/call_pin", json: { call, pinned } };
    const { outcome } = await pressAndRecord(desk, press);
    this.commands.push({ call, field: "pin", value: String(pinned), outcome });
  }
}
