import { afterAll, afterEach, expect, test } from "vitest";
import { RTCPeerConnection, RtpHeader, RtpPacket } from "werift";

import { hasTone } from "@linedesk/audio";
import { systemClock } from "@linedesk/base";
import { Codecs } from "@linedesk/media/testing";
import { BLOCK_FRAMES, SAMPLE_RATE } from "../src/sound/block.ts";
import { CallPeer } from "../src/telephony/call-peer.ts";
import { LineTrack } from "../src/telephony/line-stream.ts";
import { account, RelayServer } from "./support/relay-server.ts";
import { until } from "./support/until.ts";

const studioHz = 1_000;
const decoder = new Codecs(null).openDecoder("PCMU");
const ends: (() => unknown)[] = [];

const relay = await RelayServer.start();
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) {
    await end();
  }
});
afterAll(async () => await relay.close());

function sayTone(track: LineTrack): NodeJS.Timeout {
  let at = 0;
  return setInterval(() => {
    const block = Int16Array.from({ length: BLOCK_FRAMES }, (_, i) =>
      Math.round(10_000 * Math.sin((2 * Math.PI * studioHz * (at + i)) / SAMPLE_RATE)),
    );
    at += BLOCK_FRAMES;
    track.writeBlock(block);
  }, 10);
}

test.each(["udp", "tcp"])(
  "[AS124] a call relayed by %s has sound at both ends, and releases its relay at the end",
  async (transport) => {
    const near = new CallPeer(systemClock, null, {
      iceServers: [{ urls: `turn:127.0.0.1:${relay.port}?transport=${transport}`, ...account }],
      iceTransportPolicy: "relay",
    });
    const track = new LineTrack();
    near.addTrack(track);
    const far = new RTCPeerConnection({ iceServers: [] });
    const speech = sayTone(track);
    ends.push(
      () => near.close(),
      async () => await far.close(),
      () => clearInterval(speech),
    );
    const received: number[] = [];
    near.ontrack = ({ streams: [stream] }) => {
      stream?.getTracks()[0]?.follow(({ sequence }) => void received.push(sequence));
    };
    let played: number[] = [];
    far.onTrack.subscribe(({ onReceiveRtp }) =>
      onReceiveRtp.subscribe(({ payload }) => {
        const samples = new Int16Array(payload.length);
        decoder.decode(payload, 0, payload.length, samples);
        played = [...played, ...samples].slice(-1_600);
      }),
    );
    await near.createOffer();
    await near.setLocalDescription();
    const offer = near.localDescription?.sdp ?? "";
    expect([...offer.matchAll(/ typ (\w+)/g)].map(([, kind]) => kind)).toEqual(["relay"]);
    await far.setRemoteDescription({ type: "offer", sdp: offer });
    const [transceiver] = far.getTransceivers();
    transceiver?.setDirection("sendrecv");
    await far.setLocalDescription(await far.createAnswer());
    await near.setRemoteDescription({ type: "answer", sdp: far.localDescription?.sdp ?? "" });
    await until("the call is connected", () => near.connectionState === "connected");
    await until("the far end is connected", () => far.connectionState === "connected");

    await transceiver?.sender.sendRtp(
      new RtpPacket(new RtpHeader({ sequenceNumber: 7 }), Buffer.alloc(160, 7)),
    );
    await until("the far end is heard", () => received.includes(7));
    await until("the studio is heard", () => hasTone(Int16Array.from(played), studioHz, 8_000));
    const before = relay.log.length;
    near.close();
    await until("the relay's port is released", () => /lifetime=0/.test(relay.log.slice(before)));
  },
);
