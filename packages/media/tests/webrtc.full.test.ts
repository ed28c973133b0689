import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RtpHeader,
  RtpPacket,
  RTCRtpCodecParameters,
} from "werift";

import { writeTelephoneEvent } from "@linedesk/audio";
import { startMedia } from "../src/host/start-media.ts";
import type { MediaEvent, MediaPort } from "../src/port/media-port.ts";
import { BrowserPhone } from "../src/testing/browser-phone.ts";
import { eventsOf, eventually, storeFault } from "../src/testing/media-events.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

const open = { muted: false, hold: false };

let media: MediaPort;
let events: MediaEvent[];
const faults: string[] = [];
const phones: (BrowserPhone | RtpPhone)[] = [];

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: () => false,
    onFault: (message) => storeFault(faults, message),
  });
  events = eventsOf(media);
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

function browser(id: string, toneHz: number): BrowserPhone {
  const phone = new BrowserPhone(id, toneHz);
  phones.push(phone);
  return phone;
}

describe("browser legs", () => {
  test("[XM1] [XM69] [XM6] hear each other and a telephone in one room", async () => {
    const calling = browser("calling", 440);
    const rung = browser("rung", 1000);
    const telephone = new RtpPhone("telephone", 700);
    phones.push(telephone);
    await calling.call(media);
    await rung.beRung(media);
    await telephone.connect(media);
    for (const phone of [calling, rung, telephone]) {
      media.joinRoom(phone.id, "room", open);
    }

    await eventually(
      () => calling.receivesTone(1000) && calling.receivesTone(700),
      "both others at the caller",
    );
    await eventually(
      () => rung.receivesTone(440) && rung.receivesTone(700),
      "both others at the called",
    );
    await eventually(
      () => telephone.receivesTone(440) && telephone.receivesTone(1000),
      "both at the telephone",
    );
    expect([
      calling.receivesTone(440),
      rung.receivesTone(1000),
      telephone.receivesTone(700),
    ]).toEqual([false, false, false]);

    await expect
      .poll(async () => (await media.stats("calling"))?.roundTripMs, { timeout: 10_000 })
      .toEqual(expect.any(Number));
    const reports = await calling.peer.getStats();
    const remote = [...reports.values()].find(({ type }) => type === "remote-inbound-rtp");
    expect(remote).toMatchObject({ packetsLost: 0, roundTripTime: expect.any(Number) });
  });

  test("[XM74] end if the fingerprint does not match the certificate", async () => {
    const phone = browser("forged", 440);
    await phone.call(media, (offer) =>
      offer.replace(
        /(a=fingerprint:sha-256 )(..):/,
        (_, name: string, byte: string) => `${name}${byte === "00" ? "01" : "00"}:`,
      ),
    );

    await eventually(
      () => events.some((event) => event.type === "leg.failed" && event.leg === "forged"),
      "leg.failed",
    );
    expect(events).not.toContainEqual({ type: "leg.connected", leg: "forged" });
  });

  test("[XM66] exchange RFC 4733 digits in both directions with another implementation (werift)", async () => {
    const telephoneEvent = new RTCRtpCodecParameters({
      mimeType: "audio/telephone-event",
      clockRate: 8000,
      channels: 1,
      payloadType: 101,
    });
    const peer = new RTCPeerConnection({
      codecs: {
        audio: [
          new RTCRtpCodecParameters({
            mimeType: "audio/PCMU",
            clockRate: 8000,
            channels: 1,
            payloadType: 0,
          }),
          telephoneEvent,
        ],
      },
    });
    const track = new MediaStreamTrack({ kind: "audio" });
    const transceiver = peer.addTransceiver(track, { direction: "sendrecv" });
    const received: RtpPacket[] = [];
    transceiver.onTrack.subscribe((remote) => {
      remote.onReceiveRtp.subscribe((packet) => void received.push(packet));
    });
    await peer.setLocalDescription(await peer.createOffer());
    const answer = await media.answerWebRtc("werift", peer.localDescription?.sdp ?? "");
    await peer.setRemoteDescription({ type: "answer", sdp: answer });
    await eventually(
      () => events.some((event) => event.type === "leg.connected" && event.leg === "werift"),
      "leg.connected",
    );

    // This sender marks all its packets with the payload type of its codec.
    transceiver.sender.codec = telephoneEvent;
    let sequence = 100;
    for (const [event, timestamp] of [
      [9, 1000],
      [11, 5000],
    ] as const) {
      for (const end of [false, false, true, true, true]) {
        const payload = Buffer.alloc(4);
        writeTelephoneEvent(payload, 0, { event, end, volume: 10, duration: 800 });
        const header = new RtpHeader({
          payloadType: 101,
          sequenceNumber: sequence,
          timestamp,
          ssrc: 5,
        });
        sequence += 1;
        await transceiver.sender.sendRtp(new RtpPacket(header, payload));
      }
    }
    media.sendDigits("werift", "5#");

    function digits(): string {
      return events
        .flatMap((event) =>
          event.type === "leg.digit" && event.leg === "werift" ? [event.digit] : [],
        )
        .join("");
    }
    await eventually(() => digits().length >= 2, "both digits");
    expect(digits()).toBe("9#");
    function sent(): number[] {
      return received.flatMap((p) =>
        p.header.payloadType === 101 && (p.payload[1] ?? 0) > 0x7f ? [p.payload[0] ?? 0] : [],
      );
    }
    await eventually(() => sent().length >= 6, "ends of both events");
    expect(sent()).toEqual([5, 5, 5, 11, 11, 11]);
    media.closeLeg("werift");
    await peer.close();
  });
});
