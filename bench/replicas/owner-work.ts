import { setTimeout as wait } from "node:timers/promises";

import type { ProtocolDesk } from "../crashes/protocol-desk.ts";
import type { Command } from "../history/history.ts";
import { pressAndRecord } from "../history/press-and-record.ts";

const EVERY_MS = 1_500;
const ANSWERED_MS = 1_000;

/**
 * People at two consoles who answer the same caller at the same time, talk, and end the call or
 * hold it.
 */
export class OwnerWork {
  readonly commands: Command[] = [];
  readonly #desks: readonly ProtocolDesk[];
  readonly #random: () => number;
  bridged = 0;
  #isOver = false;
  #end: () => void = () => undefined;
  /** Resolves at the end, so that no softphone is waited for any longer. */
  readonly #ended = new Promise<false>((resolve) => (this.#end = () => resolve(false)));
  #working: Promise<void> = Promise.resolve();

  constructor(desks: readonly ProtocolDesk[], random: () => number) {
    this.#desks = desks;
    this.#random = random;
  }

  start(): void {
    this.#working = this.#work();
  }

  async end(): Promise<Command[]> {
    this.#isOver = true;
    this.#end();
    await this.#working;
    return this.commands;
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      await wait(EVERY_MS * (0.5 + this.#random()));
      const waiting = [...(this.#desks[0]?.calls.values() ?? [])].filter(
        ({ desk: { status } }) => status === "waiting",
      );
      const call = waiting[Math.floor(this.#random() * waiting.length)];
      if (call !== undefined) {
        await Promise.all(this.#desks.map((desk) => this.#answer(desk, call.id)));
      }
    }
  }

  /** Accepts the call at a desk. Only one of the desks gets a claim; the others are refused. */
  async #answer(desk: ProtocolDesk, call: string): Promise<void> {
    const json = { call, action: "accept", line: "line1" };
    const press = { path: "/twilio/calls/handle_call", json };
    const { outcome, body } = await pressAndRecord(desk, press);
    const { claim } = body as { claim?: { id: string } | null };
    if (outcome !== "acknowledged" || claim === undefined || claim === null) {
      return;
    }
    this.commands.push({ call, field: "claim", value: claim.id, outcome });
    const line = desk.lines.get("line1");
    if (line === undefined) {
      return;
    }
    // When a fault comes between, the claim lapses, and the caller waits again.
    const isBridged = line.connect(call, claim.id).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([isBridged, this.#ended]))) {
      return;
    }
    this.bridged += 1;
    await wait(ANSWERED_MS);
    await this.#finish(desk, call);
  }

  async #finish(desk: ProtocolDesk, call: string): Promise<void> {
    if (this.#random() < 0.5) {
      const json = { call, action: "hang_up" };
      const { outcome } = await pressAndRecord(desk, { path: "/twilio/calls/handle_call", json });
      this.commands.push({ call, field: "end", value: "true", outcome });
      return;
    }
    const json = { call, hold: true };
    await pressAndRecord(desk, { path: "/twilio/calls/handle_hold", json });
    await desk.lines.get("line1")?.disconnect();
  }
}
