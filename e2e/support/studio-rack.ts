import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { toneShare } from "@linedesk/audio";
import { findFreePort } from "@linedesk/base";
import type { SoundDevice } from "../../apps/audio-server/src/devices/sound-device.ts";
import { DaemonProcess } from "../../apps/audio-server/tests/support/daemon-process.ts";
import { GstReceiver, GstSender } from "../../apps/audio-server/tests/support/gst-stream.ts";
import { SoundServer } from "../../apps/audio-server/tests/support/sound-server.ts";
import {} from "../../apps/audio-server/tests/support/studio-station.ts";
import { pollUntil } from "./poll-until.ts";

const RATE = 48_000;
/** The delay before a restart of the program, as in its systemd unit. */
const RESTART_MS = 1_000;
/** The tones of the studio's desk on line 1 (JACK) and line 2 (AES67). */
export const studioHz = { line1: 800, line2: 1_200 };

/** The program that `npm run build` made. */
export const builtProgram = [
  process.execPath,
  join(import.meta.dirname, "../../dist/audio-server.js"),
];

/**
 * The studio's rack: the audio server in a separate process, which restarts after every end, as
 * under its systemd unit. Line 1 uses a JACK server without a sound card, and line 2 the audio
 * network, where GStreamer simulates the studio's desk.
 */
export class StudioRack {
  readonly sound = new SoundServer();
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #streams: { close(): Promise<void> }[];
  readonly #receiver: GstReceiver;
  readonly #fromJack = new Int16Array(RATE / 2);
  #daemon: DaemonProcess | null = null;
  #desk: SoundDevice | null = null;
  #isClosed = false;

  private constructor(folder: string, url: string, ports: { send: number; receive: number }) {
    this.#folder = folder;
    const address = "127.0.0.1";
    const stream = {
      type: "aes67",
      interface: address,
      send: { address, port: ports.send, announce: false },
      receive: { address, port: ports.receive },
    };
    const jack = { type: "jack", server: this.sound.name, side: "left" };
    this.#environment = {
      AUDIO_SERVER_STATION: url,
      AUDIO_SERVER_DATA: join(folder, "data"),
      AUDIO_SERVER_LOG_LEVEL: "info",
      AUDIO_SERVER_GPIO_PORT: "0",
      AUDIO_SERVER_LINE1: JSON.stringify({ device: jack }),
      AUDIO_SERVER_LINE2: JSON.stringify({ device: stream }),
    };
    this.#receiver = new GstReceiver(ports.send);
    this.#streams = [this.#receiver, new GstSender(ports.receive, studioHz.line2)];
  }

  static async open(url: string): Promise<StudioRack> {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-rack-"));
    const ports = { send: await findFreePort(), receive: await findFreePort() };
    const rack = new StudioRack(folder, url, ports);
    await rack.sound.start();
    return rack;
  }

  /** Starts with a pairing code. Later starts use the key that it got. */
  async start(code: string): Promise<void> {
    await this.#run({ AUDIO_SERVER_PAIRING_CODE: code });
    await this.plugDesk();
  }

  /** Pairs again while the program runs, which uses its old key until it restarts. */
  async pairAgain(code: string): Promise<void> {
    await DaemonProcess.pair(this.#environment, code, builtProgram);
  }

  /** Kills the program. Resolves when it runs again and the desk is connected to its line 1. */
  async kill(): Promise<void> {
    const before = this.#daemon;
    await before?.kill();
    await pollUntil(
      "the audio server runs again",
      () => this.#daemon,
      (daemon) => daemon !== before,
    );
    await this.plugDesk();
  }

  /** Kills the JACK server (SIGKILL), so that its clients get no notice. */
  async killSound(): Promise<void> {
    await this.sound.kill();
    // A client in this process that still belongs to a dead server would crash the next server.
    this.#desk?.close();
    this.#desk = null;
  }

  async startSound(): Promise<void> {
    await this.sound.start();
    await this.plugDesk();
  }

  /** Waits until both lines are reachable for operators and have their devices. */
  async untilHealthy(): Promise<void> {
    await pollUntil(
      "the audio server is healthy",
      async () => (await this.#daemon?.get("/health").catch(() => null))?.ok,
      (isOk) => isOk === true,
      30_000,
    );
  }

  /** Closes the start contact of line 1's fader. */
  async pressFader(): Promise<void> {
    const socket = connect(this.#daemon?.gpioPort ?? 0, "127.0.0.1");
    await new Promise<void>((resolve) => socket.end("GPI 1 lhhhh\r\nGPI 1 hhhhh\r\n", resolve));
    socket.destroy();
  }

  freeze(isFrozen: boolean): void {
    this.#daemon?.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
  }

  /** Connects the desk to line 1 of the JACK server: it receives sound, and sends a tone. */
  async plugDesk(): Promise<void> {
    this.#desk?.close();
    this.#desk = null;
    let at = 0;
    let device: SoundDevice | null = null;
    const plug = () =>
      this.sound.open((samples) => {
        this.#take(samples);
        device?.write(
          samples.map(() => 0.3 * Math.sin((2 * Math.PI * studioHz.line1 * at++) / RATE)),
        );
      }, "linedesk-line1");
    device = await pollUntil(
      "line 1 is on the JACK server",
      () => plug().catch(() => null),
      (plugged) => plugged !== null,
      30_000,
    );
    this.#desk = device;
  }

  async untilPlays(line: "line1" | "line2", hz: number): Promise<void> {
    await pollUntil(
      `${line} of the studio plays ${hz} Hz`,
      () => this.playedShare(line, hz),
      (share) => share > 0.5,
    );
  }

  /** Returns the tone's share, 0 to 1, of the line's output. */
  playedShare(line: "line1" | "line2", hz: number): number {
    return toneShare(line === "line1" ? this.#fromJack : this.#receiver.samples, hz, RATE);
  }

  /** Waits for one tone among several. */
  async untilPlaysAmong(hz: number): Promise<void> {
    await pollUntil(
      `line 1 of the studio plays ${hz} Hz among others`,
      () => toneShare(this.#fromJack, hz, RATE),
      (share) => share > 0.1,
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#desk?.close();
    await this.#daemon?.kill();
    await Promise.all(this.#streams.map((stream) => stream.close()));
    await this.sound.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(beside: Record<string, string> = {}): Promise<void> {
    const environment = { ...this.#environment, ...beside };
    const daemon = await DaemonProcess.start(environment, builtProgram);
    this.#daemon = daemon;
    void daemon.ended.then(async () => {
      await wait(RESTART_MS);
      if (!this.#isClosed) {
        await this.#run();
      }
    });
  }

  /** Appends the newest samples at the end. */
  #take(samples: Float32Array): void {
    const received = this.#fromJack;
    received.copyWithin(0, samples.length);
    const newest = Int16Array.from(samples, (sample) => sample * 32_767);
    received.set(newest, received.length - samples.length);
  }
}
