/**
 * Runs telephones in a child process from this same file, so that a mixer's measurement does not
 * include them. They use one codec at 50 packets a second, and count received packets.
 */
import { fork, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { isRtcp, parseRtp } from "@linedesk/audio";
import type { Mixer } from "./mixer.ts";
import { TonePackets, type ToneCodec } from "./tone-packets.ts";

export interface Counts {
  received: number;
  /** Jumps in the sequence numbers. */
  gaps: number;
  /**
   * Packets that came more than 60 ms after the previous one, which is too late for most
   * telephones.
   */
  late: number;
  sent: number;
}

const LATE_MS = 60;

type Command =
  | { type: "open"; count: number }
  | { type: "send"; ports: number[]; codec: ToneCodec }
  | { type: "report" };
type Answer = { type: "opened"; ports: number[] } | ({ type: "counted" } & Counts);

/** Legs that talk as soon as they get an address. */
export class Generator {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--generator"], {
    execArgv: ["--import", "tsx"],
  });

  /** Puts `count` legs into rooms and starts their sound. */
  async connect(
    mixer: Mixer,
    {
      count,
      roomSize = 2,
      codec = "PCMU",
    }: { count: number; roomSize?: number; codec?: ToneCodec },
  ) {
    const opened = await this.#ask({ type: "open", count });
    const near = opened.type === "opened" ? opened.ports : [];
    const ports: number[] = [];
    for (const [i, port] of near.entries()) {
      const room = `room-${Math.floor(i / roomSize)}`;
      ports.push((await mixer.join({ leg: `generated-${i}`, room, port })).port);
    }
    this.#child.send({ type: "send", ports, codec } satisfies Command);
  }

  /** Returns the counts since the last report. */
  async report(): Promise<Counts> {
    const answer = await this.#ask({ type: "report" });
    return answer.type === "counted" ? answer : { received: 0, gaps: 0, late: 0, sent: 0 };
  }

  close(): void {
    this.#child.kill();
  }

  async #ask(command: Command): Promise<Answer> {
    this.#child.send(command);
    const [answer] = (await once(this.#child, "message")) as [Answer];
    return answer;
  }
}

class GeneratedLegs {
  #sockets: Socket[] = [];
  #last: (number | null)[] = [];
  #lastMs: number[] = [];
  #counts: Counts = { received: 0, gaps: 0, late: 0, sent: 0 };

  async open(count: number): Promise<number[]> {
    for (let i = 0; i < count; i += 1) {
      const socket = createSocket("udp4");
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      socket.on("message", (bytes) => this.#receive(i, bytes));
      // A mixer can open its port shortly after it has announced the address, so errors of
      // packets that are sent too early are ignored.
      socket.on("error", () => undefined);
      this.#sockets.push(socket);
      this.#last.push(null);
    }
    return this.#sockets.map((socket) => socket.address().port);
  }

  send(ports: number[], tonePackets: TonePackets): void {
    const packets = ports.map((_, i) => tonePackets.packetOf(i));
    this.#sockets.forEach((socket, i) => socket.connect(ports[i] ?? 9, "127.0.0.1"));
    const startMs = performance.now();
    let slot = 0;
    // Each leg sends at its own moment within each 20 ms, as callers do.
    setInterval(() => {
      for (; slot * 20 < (performance.now() - startMs) * ports.length; slot += 1) {
        const leg = slot % ports.length;
        const packet = packets[leg] ?? Buffer.alloc(0);
        const at = Math.floor(slot / ports.length);
        packet.writeUInt16BE(at & 0xffff, 2);
        packet.writeUInt32BE((at * tonePackets.stepsPerPacket) >>> 0, 4);
        this.#sockets[leg]?.send(Buffer.from(packet));
        this.#counts.sent += 1;
      }
    }, 1);
  }

  report(): Answer {
    const counts = this.#counts;
    this.#counts = { received: 0, gaps: 0, late: 0, sent: 0 };
    return { type: "counted", ...counts };
  }

  #receive(leg: number, bytes: Uint8Array): void {
    if (isRtcp(bytes)) {
      return;
    }
    const { sequence } = parseRtp(bytes);
    const last = this.#last[leg] ?? null;
    this.#counts.received += 1;
    if (last !== null && sequence !== ((last + 1) & 0xffff)) {
      this.#counts.gaps += 1;
    }
    this.#last[leg] = sequence;
    const nowMs = performance.now();
    if (nowMs - (this.#lastMs[leg] ?? nowMs) > LATE_MS) {
      this.#counts.late += 1;
    }
    this.#lastMs[leg] = nowMs;
  }
}

function generate(): void {
  const legs = new GeneratedLegs();
  process.on("message", (command: Command) => {
    if (command.type === "open") {
      void legs.open(command.count).then((ports) => process.send?.({ type: "opened", ports }));
    } else if (command.type === "send") {
      void TonePackets.load(command.codec).then((packets) => legs.send(command.ports, packets));
    } else {
      process.send?.(legs.report());
    }
  });
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[2] === "--generator") {
  generate();
}
