/**
 * How many browser legs one core carries: PCMU over DTLS-SRTP in rooms of two. The browsers' side
 * is a second process (this file again): the same media, offering instead of answering, which plays
 * music into every leg.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { type MediaPort, startMedia } from "@linedesk/media";
import { type Bench, limitRow, infoRow } from "./support/row.ts";

const LEGS = 60;
const SETTLE_MS = 3000;
type Command =
  | { type: "offer"; leg: string }
  | { type: "accept"; leg: string; sdp: string }
  | { type: "count" };
type Answer =
  | { type: "offered"; sdp: string }
  | { type: "accepted" }
  | { type: "counted"; received: number };

class Browsers {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--browsers"], {
    execArgv: ["--import", "tsx"],
  });

  async connect(media: MediaPort, leg: string, room: string): Promise<void> {
    const offered = await this.#ask({ type: "offer", leg });
    if (offered.type !== "offered") {
      throw new Error("The browsers' side made no offer.");
    }
    const sdp = await media.answerWebRtc(leg, offered.sdp);
    await this.#ask({ type: "accept", leg, sdp });
    media.joinRoom(leg, room, { muted: false, hold: false });
  }

  /** Packets that all of them have received so far. */
  async received(): Promise<number> {
    const counted = await this.#ask({ type: "count" });
    return counted.type === "counted" ? counted.received : 0;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #ask(command: Command): Promise<Answer> {
    this.#child.send(command);
    const [answer] = (await once(this.#child, "message")) as [Answer];
    return answer;
  }
}

export const run: Bench = async ({ seconds }) => {
  const media = await startMedia({ isAllowedUrl: () => false });
  const browsers = new Browsers();
  try {
    for (let i = 0; i < LEGS; i += 1) {
      await browsers.connect(media, `leg-${i}`, `room-${Math.floor(i / 2)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const receivedBefore = await browsers.received();
    const cpuBefore = process.cpuUsage();
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, (seconds ?? 10) * 1000));
    const { user, system } = process.cpuUsage(cpuBefore);
    const elapsedMs = performance.now() - startMs;
    const received = (await browsers.received()) - receivedBefore;
    const core = (user + system) / 1000 / elapsedMs;
    const perCore = Math.floor(LEGS / core);
    return [
      limitRow("webrtc: legs per core, extrapolated", String(perCore), {
        beside: `${LEGS} legs: ${(core * 100).toFixed(1)} % of a core; >= 200`,
        holds: perCore >= 200,
      }),
      infoRow(
        "webrtc: packets to each leg",
        `${((received * 1000) / elapsedMs / LEGS).toFixed(1)}/s`,
      ),
    ];
  } finally {
    browsers.close();
    await media.close();
  }
};

async function answerCommand(media: MediaPort, known: string[], command: Command): Promise<Answer> {
  if (command.type === "offer") {
    known.push(command.leg);
    return { type: "offered", sdp: await media.offerWebRtc(command.leg) };
  }
  if (command.type === "accept") {
    await media.acceptWebRtc(command.leg, command.sdp);
    media.play(command.leg, `music-${command.leg}`, { type: "builtin", name: "hold-music" }, 0);
    return { type: "accepted" };
  }
  const all = await Promise.all(known.map((leg) => media.stats(leg)));
  return {
    type: "counted",
    received: all.reduce((sum, one) => sum + (one?.packetsReceived ?? 0), 0),
  };
}

async function browse(): Promise<void> {
  const media = await startMedia({ isAllowedUrl: () => false });
  const known: string[] = [];
  process.on("message", (command: Command) => {
    void answerCommand(media, known, command).then((answer) => process.send?.(answer));
  });
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[2] === "--browsers") {
  await browse();
}
