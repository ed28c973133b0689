/**
 * How many telephone legs one core carries: PCMU legs in rooms of two, both ways at 50 packets/s.
 * The listeners run in a second process (this file again), so that what is measured is the exchange's
 * media alone: CPU time of this whole process, which does nothing else.
 */
import { fork, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isRtcp, muLaw, parseRtp, writeRtpHeader } from "@linedesk/audio";
import { startMedia } from "../apps/exchange/src/media/media-thread.ts";
import type { MediaPort } from "../apps/exchange/src/media/media-port.ts";
import { type Bench, held, told } from "./support/row.ts";

/** Legs in the exchange, and the least that one core must carry. */
const legs = 200;
type Command =
  | { type: "open"; count: number }
  | { type: "talk"; ports: number[] }
  | { type: "report" };
type Answer =
  | { type: "opened"; ports: number[] }
  | { type: "counted"; received: number; gaps: number; sent: number };

/** Legs in a process of their own, talking as soon as they are told whereto. */
export class Generator {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--generator"]);

  async connect(media: MediaPort, count: number): Promise<string[]> {
    const opened = await this.#ask({ type: "open", count });
    const ports: number[] = [];
    const legs = Array.from({ length: count }, (_, i) => `generated-${i}`);
    for (const [i, leg] of legs.entries()) {
      ports.push((await media.openRtp(leg)).port);
      await media.connectRtp(leg, {
        address: "127.0.0.1",
        port: opened.type === "opened" ? (opened.ports[i] ?? 0) : 0,
        codec: "PCMU",
        payloadType: 0,
        telephoneEvent: 101,
      });
      media.joinRoom(leg, `room-${Math.floor(i / 2)}`, { muted: false, hold: false });
    }
    this.#child.send({ type: "talk", ports } satisfies Command);
    return legs;
  }

  /** Since the last report. */
  async report(): Promise<{ received: number; gaps: number; sent: number }> {
    const answer = await this.#ask({ type: "report" });
    return answer.type === "counted" ? answer : { received: 0, gaps: 0, sent: 0 };
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
  #counts = { received: 0, gaps: 0, sent: 0 };

  async open(count: number): Promise<number[]> {
    for (let i = 0; i < count; i += 1) {
      const socket = createSocket("udp4");
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      socket.on("message", (bytes) => this.#receive(i, bytes));
      this.#sockets.push(socket);
      this.#last.push(null);
    }
    return this.#sockets.map((socket) => socket.address().port);
  }

  talk(ports: number[]): void {
    const packets = ports.map((_, i) => speech(i));
    this.#sockets.forEach((socket, i) => socket.connect(ports[i] ?? 9, "127.0.0.1"));
    const startMs = performance.now();
    let slot = 0;
    // Legs speak at their own moments within each 20 ms, as callers do.
    setInterval(() => {
      for (; slot * 20 < (performance.now() - startMs) * ports.length; slot += 1) {
        const leg = slot % ports.length;
        const packet = packets[leg] ?? Buffer.alloc(0);
        const at = Math.floor(slot / ports.length);
        packet.writeUInt16BE(at & 0xffff, 2);
        packet.writeUInt32BE((at * 160) >>> 0, 4);
        this.#sockets[leg]?.send(Buffer.from(packet));
        this.#counts.sent += 1;
      }
    }, 1);
  }

  report(): Answer {
    const counts = this.#counts;
    this.#counts = { received: 0, gaps: 0, sent: 0 };
    return { type: "counted", ...counts };
  }

  #receive(leg: number, bytes: Uint8Array): void {
    if (isRtcp(bytes)) return;
    const { sequence } = parseRtp(bytes);
    const last = this.#last[leg] ?? null;
    this.#counts.received += 1;
    if (last !== null && sequence !== ((last + 1) & 0xffff)) this.#counts.gaps += 1;
    this.#last[leg] = sequence;
  }
}

function speech(leg: number): Buffer {
  const packet = Buffer.alloc(172);
  const samples = Int16Array.from(
    { length: 160 },
    (_, i) => 6000 * Math.sin(i * (0.1 + leg / 500)),
  );
  writeRtpHeader(packet, {
    payloadType: 0,
    marker: false,
    sequence: 0,
    timestamp: 0,
    ssrc: leg + 1,
  });
  muLaw.encode(samples, 160, packet, 12);
  return packet;
}

export const run: Bench = async ({ seconds }) => {
  const media = await startMedia({ isAllowedUrl: () => false });
  const generator = new Generator();
  try {
    await generator.connect(media, legs);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await generator.report();
    const before = process.cpuUsage();
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, (seconds ?? 10) * 1000));
    const spent = process.cpuUsage(before);
    const elapsedMs = performance.now() - startMs;
    const { received, gaps, sent } = await generator.report();
    const core = (spent.user + spent.system) / 1000 / elapsedMs;
    const perCore = Math.floor(legs / core);
    const rate = (packets: number): string => ((packets * 1000) / elapsedMs / legs).toFixed(1);
    return [
      told(`media: CPU of ${legs} legs`, `${(core * 100).toFixed(1)} % of a core`),
      held("media: legs per core, extrapolated", String(perCore), {
        beside: ">= 200",
        holds: perCore >= 200,
      }),
      told(
        "media: packets to each leg",
        `${rate(received)}/s`,
        `${rate(sent)}/s sent, 50/s wanted`,
      ),
      held("media: gaps in sequence", String(gaps), { beside: "0", holds: gaps === 0 }),
    ];
  } finally {
    generator.close();
    await media.close();
  }
};

function generate(): void {
  const legs = new GeneratedLegs();
  process.on("message", (command: Command) => {
    if (command.type === "open") {
      void legs.open(command.count).then((ports) => process.send?.({ type: "opened", ports }));
    } else if (command.type === "talk") legs.talk(command.ports);
    else process.send?.(legs.report());
  });
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[2] === "--generator") generate();
