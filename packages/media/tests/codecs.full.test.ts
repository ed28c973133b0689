import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { writeRtpHeader } from "@linedesk/audio";
import { startMedia } from "../src/host/start-media.ts";
import type { MediaPort } from "../src/port/media-port.ts";
import { BrowserPhone } from "../src/testing/browser-phone.ts";
import { eventually, storeFault } from "../src/testing/media-events.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

const open = { muted: false, hold: false };
const timeoutMs = 30_000;

let media: MediaPort;
const faults: string[] = [];
const phones: (BrowserPhone | RtpPhone)[] = [];

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: () => false,
    onFault: (message) => storeFault(faults, message),
  });
});

afterEach(() => {
  for (const phone of phones.splice(0)) {
    media.closeLeg(phone.id);
    phone.close();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});

afterAll(async () => media.close());

function add<P extends BrowserPhone | RtpPhone>(phone: P): P {
  phones.push(phone);
  return phone;
}

describe("codecs", () => {
  test("[XM34] [XM37] [XS31] in a wideband room, legs of Opus, G.722 and G.711 each hear the whole band of their codec", async () => {
    const opus = add(new BrowserPhone("wide-1", 6000, "opus"));
    const other = add(new BrowserPhone("wide-2", 440, "opus"));
    const g722 = add(new RtpPhone("g722", 5000, { codec: "G722" }));
    const telephone = add(new RtpPhone("narrow", 700));
    await opus.call(media);
    await other.beRung(media);
    await g722.connect(media);
    await telephone.connect(media);
    for (const phone of phones) {
      media.joinRoom(phone.id, "wide", open);
    }

    function all(phone: BrowserPhone | RtpPhone, ...hz: number[]) {
      return eventually(
        () => hz.every((tone) => phone.receivesTone(tone)),
        `${phone.id} hears`,
        timeoutMs,
      );
    }
    await all(other, 6000, 5000, 700);
    await all(opus, 440, 5000, 700);
    await all(g722, 6000, 440, 700);
    await all(telephone, 440);
    // 6 kHz would fold to 2 kHz, and 5 kHz to 3 kHz.
    expect([telephone.receivesTone(2000), telephone.receivesTone(3000)]).toEqual([false, false]);
    expect([opus.receivesTone(6000), g722.receivesTone(5000), telephone.receivesTone(700)]).toEqual(
      [false, false, false],
    );
  });

  test("[XM38] comfort noise, RED and unknown payloads are dropped and not heard", async () => {
    const speaker = add(new RtpPhone("strange", 440));
    const listener = add(new RtpPhone("hearing", null));
    await speaker.connect(media);
    await listener.connect(media);
    for (const phone of [speaker, listener]) {
      media.joinRoom(phone.id, "strange", open);
    }
    await eventually(() => listener.receivesTone(440), "the tone", timeoutMs);
    speaker.toneHz = null;

    // Decoded as mu-law, this would be a loud square wave of 1000 Hz.
    const packet = new Uint8Array(172);
    for (let i = 12; i < 172; i += 1) {
      packet[i] = Math.floor(i / 4) % 2 === 0 ? 0x00 : 0x80;
    }
    const loud: boolean[] = [];
    for (let n = 0; n < 150; n += 1) {
      for (const payloadType of [13, 63, 99, 8, 9, 111]) {
        const header = { payloadType, marker: false, sequence: n & 0xffff, timestamp: n * 160 };
        writeRtpHeader(packet, { ...header, ssrc: 77 });
        speaker.send(Uint8Array.from(packet));
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
      loud.push(listener.receivesTone(1000));
    }

    expect(loud.some(Boolean)).toBe(false);
    speaker.toneHz = 440;
    await eventually(() => listener.receivesTone(440), "the tone again", timeoutMs);
  });
});
