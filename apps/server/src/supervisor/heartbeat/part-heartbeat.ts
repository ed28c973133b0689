import { createInterface } from "node:readline";
import type { Duplex } from "node:stream";

import { parseHeartbeatLine, type Beat, type Heartbeat, type StackThread } from "./heartbeat.ts";

/** On a busy machine, reading a stack can take several seconds. */
const STACK_TIMEOUT_MS = 10_000;

/** The supervisor's end of the channel on which a part's heartbeat thread writes. */
export class PartHeartbeat implements Heartbeat {
  readonly #channel: Duplex;
  readonly #onBeat: (beat: Beat) => void;
  #newest: Beat | null = null;
  #isOpen = true;
  #giveStack: (text: string | null) => void = () => undefined;

  constructor(channel: Duplex, onBeat: (beat: Beat) => void = () => undefined) {
    this.#channel = channel;
    this.#onBeat = onBeat;
    channel.on("error", () => this.#end());
    const lines = createInterface({ input: channel });
    lines.on("line", (text) => this.#handleLine(text));
    lines.on("close", () => this.#end());
  }

  get newest(): Beat | null {
    return this.#newest;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  takeStack(thread: StackThread): Promise<string | null> {
    return new Promise((resolve) => {
      if (!this.#isOpen) {
        resolve(null);
        return;
      }
      const late = setTimeout(() => resolve(null), STACK_TIMEOUT_MS);
      this.#giveStack = (text) => {
        clearTimeout(late);
        resolve(text);
      };
      this.#channel.write(`${thread}\n`);
    });
  }

  close(): void {
    this.#channel.destroy();
    this.#end();
  }

  #handleLine(text: string): void {
    const line = parseHeartbeatLine(text);
    if (line?.type === "beat") {
      this.#newest = line;
      this.#onBeat(line);
    } else if (line?.type === "stack") {
      this.#giveStack(line.text === "" ? null : line.text);
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#giveStack(null);
  }
}
