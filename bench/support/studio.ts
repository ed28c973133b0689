/** A studio as in a rack: JACK's server, an audio server, and a listener's call on line 1. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { nodeArguments } from "@linedesk/testkit";
import { ConsolePeer } from "../../apps/audio-server/tests/support/console-peer.ts";
import { DaemonProcess } from "../../apps/audio-server/tests/support/daemon-process.ts";
import { SoundServer } from "../../apps/audio-server/tests/support/sound-server.ts";
import {
  number,
  pairing,
  StudioStation,
} from "../../apps/audio-server/tests/support/studio-station.ts";
import { buildBundles } from "./bench-desk.ts";
import { makeRealTime, makeUrgentRealTime, mayBeRealTime, withRealTime } from "./real-time.ts";
import { type Telephone, Telephones } from "./telephones.ts";

/** The options of JACK's unit, if this machine allows them. */
const JACK_PRIORITY = ["-R", "-P", "70"];
/**
 * In reality the exchange has its own machine. Here its priority is below that of the audio server,
 * and the priority of its mixer is above that of the audio server.
 */
const EXCHANGE_PRIORITY = "10";
const MIXER_PRIORITY = "25";

/** One direction of a line, as the audio server's page reports it. */
export interface Direction {
  latencyMs: number;
  refills: number;
  trimmedMs: number;
}

interface LineState {
  xruns: number;
  /** The wait for late packets, and the count of concealed packets. */
  reception: { bufferMs: number; concealed: number };
  toStudio: Direction;
  fromStudio: Direction;
}

export class Studio {
  readonly isRealTime = mayBeRealTime();
  readonly sound = new SoundServer(this.isRealTime ? JACK_PRIORITY : undefined);
  station!: StudioStation;
  daemon!: DaemonProcess;
  #telephones!: Telephones;
  #folder = "";
  readonly #closers: (() => unknown)[] = [];

  /** Opens a studio whose line 1 plays and records by JACK. Line 2 has no device. */
  static async open(): Promise<Studio> {
    buildBundles();
    process.env["LINEDESK_BUILT_PARTS"] = join(import.meta.dirname, "../../dist");
    const studio = new Studio();
    try {
      await studio.#open();
    } catch (error) {
      await studio.close();
      throw error;
    }
    return studio;
  }

  async #open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "linedesk-bench-studio-"));
    await this.sound.start();
    this.station = await StudioStation.open();
    this.#telephones = await Telephones.start();
    const jack = { type: "jack", server: this.sound.name, side: "left" };
    const settings = {
      AUDIO_SERVER_STATION: this.station.url,
      AUDIO_SERVER_DATA: join(this.#folder, "data"),
      AUDIO_SERVER_PAIRING_CODE: pairing.code,
      AUDIO_SERVER_LINE1: JSON.stringify({ device: jack }),
      AUDIO_SERVER_LINE2: JSON.stringify({ device: { type: "null" } }),
    };
    const program = [process.execPath, ...nodeArguments("audio-server")];
    this.daemon = await DaemonProcess.start(settings, [...withRealTime(), ...program]);
  }

  /** Connects two telephones only through the exchange. */
  async ringPair(): Promise<{ first: Telephone; other: Telephone }> {
    this.station.room = "pair";
    const pair = { first: await this.ring(), other: await this.ring() };
    this.station.room = "room";
    return pair;
  }

  async ring(): Promise<Telephone> {
    const { sip: exchange } = this.station;
    return await this.#telephones.ring({ exchange, from: "+61491570006", to: number });
  }

  /** Connects the room's listener to line 1. Returns the function that releases the line. */
  async accept(): Promise<() => Promise<void>> {
    const desk = new ConsolePeer(this.station, "line1", { kind: "operator", name: "Alice" });
    this.#closers.push(() => desk.close());
    await desk.ready();
    await desk.poll();
    const requestId = randomUUID();
    const connected = desk.next("client-as-accept-connected", { requestId });
    const ongoing = { callSid: "CA1", number: null, type: "inbound", profile: null };
    desk.send("client-as-accept", {
      requestId,
      claim: randomUUID(),
      selCall: randomUUID(),
      ongoing,
    });
    await connected;
    return async () => {
      const over = desk.next("client-as-accept-disconnect");
      desk.send("client-as-disconnect-all", { requestId: randomUUID() });
      await over;
    };
  }

  /**
   * Isolates exchange and callers from the load of this machine, because they usually run on other
   * machines.
   */
  raiseOtherPriorities(): void {
    makeRealTime(this.station.exchangePid, EXCHANGE_PRIORITY);
    makeUrgentRealTime(this.station.exchangePid, MIXER_PRIORITY);
  }

  /** Returns line 1 as the audio server's page reports it. */
  async line1(): Promise<LineState> {
    const { lines } = (await (await this.daemon.get("/state")).json()) as { lines: LineState[] };
    const [first] = lines;
    if (first === undefined) {
      throw new Error("The audio server has no lines.");
    }
    return first;
  }

  /** Returns the number of mixer ticks that started late. */
  async lateTicks(): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.station.exchangePort}/metrics`);
    const found = /^linedesk_exchange_mixer_late_ticks_total (\d+)/m.exec(await answer.text());
    return Number(found?.[1]);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) {
      await close();
    }
    this.#telephones?.close();
    await this.daemon?.kill();
    await this.station?.close();
    await this.sound.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
