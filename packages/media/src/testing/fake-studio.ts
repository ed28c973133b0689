import type { AudioCodec } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import { MediaEngine } from "../engine/media-engine.ts";
import type { StoredSource } from "../engine/playbacks.ts";
import { MediaError } from "../media-error.ts";
import type { MediaEvent } from "../port/media-port.ts";
import { payloadTypes, Phone } from "./fake-phone.ts";
import { FakeTape } from "./fake-tape.ts";

const farEnd = { address: "127.0.0.1", port: 5000 };

export class Studio {
  nowMs = 0;
  /** The wall clock time at which `nowMs` was 0. */
  readonly epochMs = 1_800_000_000_000;
  readonly events: MediaEvent[] = [];
  readonly phones: Phone[] = [];
  readonly sounds = new Map<string, Promise<Int16Array>>();
  readonly tape = new FakeTape();
  readonly engine: MediaEngine;
  #opening: Phone | null = null;

  constructor(codecs = new Codecs(null)) {
    this.engine = new MediaEngine({
      clock: { nowMs: () => this.nowMs },
      epochMs: this.epochMs,
      maxLegs: 5,
      codecs,
      openPeer: () => {
        throw new Error("no browsers here");
      },
      openPort: async (events) => (this.#opening ?? new Phone("", null)).open(events),
      recordingSink: this.tape,
      advanceLive: () => undefined,
      loadSound: async (source: StoredSource) => {
        const known = this.sounds.get(source.type === "url" ? source.url : "");
        return known ?? Promise.reject(new MediaError("sound_unreachable", "no such sound"));
      },
    });
    this.engine.onEvent((event) => this.events.push(event));
  }

  async add(id: string, toneHz: number | null, telephoneEvent: number | null = 101) {
    const phone = new Phone(id, toneHz);
    this.#opening = phone;
    await this.engine.openRtp(id);
    await this.engine.connectRtp(id, {
      ...farEnd,
      codec: "PCMU",
      payloadType: 0,
      telephoneEvent,
    });
    this.phones.push(phone);
    return phone;
  }

  /** Changes the codec of the packets to the leg's far end, which still sends PCMU. */
  async speak(
    phone: Phone,
    codec: AudioCodec,
    telephoneEvent: number | null = 101,
    law: { otherLaw?: number } = {},
  ): Promise<void> {
    await this.engine.connectRtp(phone.id, {
      ...farEnd,
      codec,
      payloadType: payloadTypes[codec],
      telephoneEvent,
      ...law,
    });
  }

  async run(durationMs: number): Promise<void> {
    const endMs = this.nowMs + durationMs;
    while (this.nowMs < endMs) {
      this.nowMs += 10;
      for (const phone of this.phones) {
        if (this.nowMs % 20 === 10) {
          phone.speak();
        }
      }
      this.engine.tick();
      await Promise.resolve();
    }
  }

  ofType(type: MediaEvent["type"]): MediaEvent[] {
    return this.events.filter((event) => event.type === type);
  }
}

/** Returns legs in one room, each with a different tone as its voice. */
export async function aRoomOf(...tonesHz: number[]) {
  const studio = new Studio();
  const phones: Phone[] = [];
  for (const toneHz of tonesHz) {
    const phone = await studio.add(`leg-${toneHz}`, toneHz);
    phones.push(phone);
    studio.engine.joinRoom(phone.id, "room", { muted: false, hold: false });
  }
  await studio.run(500);
  return { studio, engine: studio.engine, phones };
}
