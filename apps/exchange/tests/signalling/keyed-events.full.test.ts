import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from "werift";

import { writeTelephoneEvent } from "@linedesk/audio";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { anAuthenticatedSocket } from "./client-calls.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(async () => {
  await booted.close();
});

describe("a client of another make", () => {
  test("[XS30] keys RFC 4733 digits, which a Gather ends with #", async () => {
    booted.web.answer("/voice", `<Gather numDigits="3" action="/keyed" timeout="20"/>`);
    const socket = await anAuthenticatedSocket(booted, "carla");
    const keys = codec("telephone-event", 101);
    const peer = new RTCPeerConnection({ codecs: { audio: [codec("PCMU", 0), keys] } });
    const { sender } = peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), {
      direction: "sendrecv",
    });
    await peer.setLocalDescription(await peer.createOffer());
    socket.send("invite", { callsid: "TJS1", sdp: String(peer.localDescription?.sdp), twilio: {} });
    const answer = String((await socket.waitFor("answer"))["sdp"]);
    await peer.setRemoteDescription({ type: "answer", sdp: answer });
    await eventually(
      async () => peer.connectionState,
      (state) => state === "connected",
    );
    // This sender stamps all that it sends with the payload type of its codec.
    sender.codec = keys;

    for (const packet of digitPackets([1, 5, 11])) {
      await sender.sendRtp(packet);
    }

    const request = await booted.web.waitForRequest("/keyed");
    expect(request.params["Digits"]).toBe("15");
    await peer.close();
    socket.close();
  });
});

function codec(name: string, payloadType: number) {
  return new RTCRtpCodecParameters({
    mimeType: `audio/${name}`,
    clockRate: 8000,
    channels: 1,
    payloadType,
  });
}

/** Each digit is an event that grows and ends three times (RFC 4733, 2.5.1). */
function digitPackets(events: number[]): RtpPacket[] {
  return events.flatMap((event, index) =>
    [false, false, true, true, true].map((end, step) => {
      const header = new RtpHeader({
        payloadType: 101,
        sequenceNumber: 1000 + index * 5 + step,
        timestamp: 160_000 + index * 4000,
        ssrc: 1,
      });
      const payload = Buffer.alloc(4);
      writeTelephoneEvent(payload, 0, { event, end, volume: 10, duration: 800 });
      return new RtpPacket(header, payload);
    }),
  );
}
