/**
 * Runs telephones in a child process from this same file, with real-time priority. In reality each
 * telephone is a separate machine, whose packets are on time under any load of the exchange, the
 * studio and a bench.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { ring, type RingOptions, type SipListener } from "@linedesk/testkit";
import { type Echo, measureEcho } from "./measure-echo.ts";
import { STEADY_NODE, withRealTime } from "./real-time.ts";
import { wallMs } from "./wall-ms.ts";

/** The priority is above that of exchange and audio server, and below that of JACK. */
const PRIORITY = "30";
const CHUNK_MS = 1_000;

/** A second of a telephone's received sound, with the time of its end. */
export interface ReceivedSecond {
  endMs: number;
  samples: Int16Array;
}

type Order =
  | { does: "ring"; options: Pick<RingOptions, "exchange" | "from" | "to"> }
  | { does: "say"; phone: number; toneHz: number }
  | { does: "echo"; phone: number; receiver: number; times: number }
  | { does: "record"; phone: number; chunks: number }
  | { does: "hangUp"; phone: number };

type Answer = { id: number; value: unknown } | { id: number; error: string };

export class Telephones {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #orders = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("message", (answer: Answer) => this.#waiting.get(answer.id)?.(answer));
    child.on("exit", () => {
      for (const [id, answer] of this.#waiting) {
        answer({ id, error: "The telephones have ended." });
      }
    });
  }

  static async start(): Promise<Telephones> {
    const node = [process.execPath, ...STEADY_NODE, "--import", "tsx"];
    const [execPath, ...execArgv] = [...withRealTime(PRIORITY), ...node];
    const child = fork(fileURLToPath(import.meta.url), ["--telephones"], {
      execPath,
      execArgv,
      serialization: "advanced",
    });
    await once(child, "message");
    return new Telephones(child);
  }

  async ring(options: Pick<RingOptions, "exchange" | "from" | "to">): Promise<Telephone> {
    const phone = (await this.order({ does: "ring", options })) as number;
    return new Telephone(this, phone);
  }

  async order(order: Order): Promise<unknown> {
    this.#orders += 1;
    const id = this.#orders;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, order });
    });
    this.#waiting.delete(id);
    if ("error" in answer) {
      throw new Error(answer.error);
    }
    return answer.value;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }
}

/** One of these telephones, in a call. */
export class Telephone {
  readonly #all: Telephones;
  readonly #phone: number;

  constructor(all: Telephones, phone: number) {
    this.#all = all;
    this.#phone = phone;
  }

  async say(toneHz: number): Promise<void> {
    await this.#all.order({ does: "say", phone: this.#phone, toneHz });
  }

  /** Measures this phone's tone at another phone, or at the same one if a loop returns it. */
  async measureEcho(times: number, receiver: Telephone = this): Promise<Echo[]> {
    const [phone, other] = [this.#phone, receiver.#phone];
    return (await this.#all.order({ does: "echo", phone, receiver: other, times })) as Echo[];
  }

  /** Records second by second. A packet at the border of two seconds belongs to one of them. */
  async record(durationMs: number): Promise<ReceivedSecond[]> {
    const chunks = Math.round(durationMs / CHUNK_MS);
    return (await this.#all.order({
      does: "record",
      phone: this.#phone,
      chunks,
    })) as ReceivedSecond[];
  }

  async hangUp(): Promise<void> {
    await this.#all.order({ does: "hangUp", phone: this.#phone });
  }
}

function serve(): void {
  const phones: SipListener[] = [];
  function find(phone: number): SipListener {
    const found = phones[phone];
    if (found === undefined) {
      throw new Error(`There is no telephone ${phone}.`);
    }
    return found;
  }
  async function follow(order: Order): Promise<unknown> {
    switch (order.does) {
      case "ring": {
        const phone = await ring(order.options);
        await phone.answered;
        return phones.push(phone) - 1;
      }
      case "say":
        return find(order.phone).say(order.toneHz);
      case "echo":
        return await measureEcho(find(order.phone), order.times, find(order.receiver));
      case "record":
        return await record(find(order.phone), order.chunks);
      case "hangUp":
        return await find(order.phone).close();
    }
  }
  process.on("message", ({ id, order }: { id: number; order: Order }) => {
    follow(order).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  globalThis.gc?.();
  process.send?.("ready");
}

async function record(phone: SipListener, chunks: number): Promise<ReceivedSecond[]> {
  const seconds: ReceivedSecond[] = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    await wait(CHUNK_MS);
    seconds.push({ endMs: wallMs(), samples: phone.receivedAudio(CHUNK_MS) });
  }
  return seconds;
}

if (process.argv[2] === "--telephones") {
  serve();
}
