import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from "werift";
import { writeTelephoneEvent } from "@linedesk/audio";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start({ signallingLimits: { heartbeatMs: 50, sockets: 20 } });
});
afterEach(async () => {
  await booted.endClients();
  booted.web.forget();
});
afterAll(async () => {
  await booted.close();
});

const open = () => RawSocket.open(booted.exchange.signalUrl);

async function aKnownSocket(identity: string): Promise<RawSocket> {
  const socket = await open();
  socket.say("listen", { token: booted.token(identity), reconnectTimeout: 0 });
  await socket.got("connected");
  return socket;
}

/** A call of the real SDK that is answered and heard by the application. */
async function aCallWorks(): Promise<void> {
  booted.web.answer("/voice", "<Pause length='10'/>");
  const alice = await booted.device("alice");
  const call = await alice.connect();
  await call.waitFor("accept");
  await call.disconnect();
  await booted.endClients();
}

describe("hostile clients", () => {
  it("[XS29] of a foreign origin are refused", async () => {
    const { signalUrl } = booted.exchange;

    await expect(RawSocket.open(signalUrl, { origin: "https://evil.example" })).rejects.toThrow(
      "403",
    );
    const near = await RawSocket.open(signalUrl, { origin: "http://localhost:3000" });
    near.close();
  });

  it("[XS26] are refused when there are too many sockets", async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));

    await expect(open()).rejects.toThrow("503");

    for (const socket of sockets) socket.close();
    await Promise.all(sockets.map((socket) => socket.closed));
  });

  it("[XS16] get heartbeats", async () => {
    const socket = await open();

    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(socket.heartbeats).toBeGreaterThan(2);
    socket.close();
  });

  it("[XS26] of frames too long are cut off", async () => {
    const socket = await aKnownSocket("mallory");

    socket.noise("x".repeat(100_000));

    expect(await socket.closed).toBe(1009);
  });

  it("[XS50] ASVS 17.3.1: frames beyond their rate do nothing, and calls of others begin and go on", async () => {
    booted.web.answer("/voice", "<Dial><Conference beep='false'>calm</Conference></Dial>");
    const [alice, bob] = [await booted.device("alice"), await booted.device("bob")];
    await alice.say(440);
    await bob.say(1000);
    const first = await alice.connect();
    await first.waitFor("accept");
    const flooders = await Promise.all([1, 2, 3].map((n) => aKnownSocket(`flooder-${n}`)));

    for (const socket of flooders) {
      for (let n = 0; n < 3000; n += 1) {
        const hangup = { type: "hangup", version: "1.6", payload: { callsid: `TJS${n}` } };
        socket.noise(JSON.stringify(hangup));
      }
    }
    const second = await bob.connect();
    await second.waitFor("accept");

    await second.hears(440);
    await first.hears(1000);
    for (const socket of flooders) {
      expect(await socket.got("error")).toMatchObject({ error: { code: 31206 } });
      socket.close();
      await socket.closed;
    }
  });

  it("[XS50] ASVS 17.3.1: beyond its invites a socket is refused, and another call works", async () => {
    booted.web.answer("/voice", "<Reject/>");
    const socket = await aKnownSocket("dialler");

    for (let n = 0; n < 40; n += 1) {
      socket.say("invite", { callsid: `TJSflood${n}`, sdp: "v=0", twilio: {} });
    }

    const isRefused = (frame: RawSocket["frames"][0]): boolean =>
      JSON.stringify(frame.payload).includes("31206");
    await expect
      .poll(() => socket.frames.filter(isRefused).length, { timeout: 15_000 })
      .toBeGreaterThanOrEqual(25);
    socket.close();
    await socket.closed;
    await aCallWorks();
  });

  it("[XS26] send thousands of malformed frames, and a call works afterwards", async () => {
    const sid = fc.constantFrom("CA1", "TJS1", "", "__proto__", "CA".padEnd(34, "0"));
    const sdp = fc.oneof(
      fc.string(),
      fc.constant("v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=fingerprint:sha-256 AA\r\n"),
      fc.string().map((text) => `v=0\r\n${text}\r\nm=audio 9 RTP/AVP 0\r\n`),
    );
    const payload = fc.record(
      {
        callsid: sid,
        sdp,
        reconnect: fc.string(),
        twilio: fc.record({ params: fc.string() }),
        dtmf: fc.constantFrom("1", "w", "x", "9".repeat(65)),
        media: fc.record({ audio: fc.boolean() }),
        content: fc.jsonValue(),
        messagetype: fc.constantFrom("user-defined-message", "x"),
        voiceeventsid: fc.string(),
        token: fc.string(),
      },
      { requiredKeys: [] },
    );
    const type = fc.constantFrom(
      "listen",
      "register",
      "invite",
      "answer",
      "hangup",
      "reject",
      "dtmf",
      "reinvite",
      "message",
    );
    const frame = fc.oneof(
      fc.json(),
      fc.string(),
      fc.tuple(type, payload).map(([kind, body]) => JSON.stringify({ type: kind, payload: body })),
    );
    booted.web.answer("/voice", "<Pause length='1'/>");
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 20, arbitrary: frame }, bytes), {
          minLength: 40,
          maxLength: 60,
        }),
        async (frames) => {
          const socket = await aKnownSocket("mallory");
          for (const one of frames) socket.noise(one);
          socket.say("register", { media: { audio: false } });
          await socket.got("offline");
          socket.close();
          await socket.closed;
        },
      ),
      { numRuns: 60 },
    );

    await expect(aCallWorks()).resolves.toBeUndefined();
    const health = await fetch(`${booted.exchange.url}/health`);
    expect(await health.json()).toMatchObject({ status: "ok" });
  });

  it("[XS26] of an unusable description are hung up with a reason", async () => {
    booted.web.answer("/voice", "<Pause length='1'/>");
    const socket = await aKnownSocket("mallory");

    socket.say("invite", { callsid: "TJS1", sdp: "v=0\r\n", twilio: {} });

    expect(await socket.got("hangup")).toMatchObject({ error: { code: 53402 } });
    socket.close();
  });
});

describe("a client of another make", () => {
  it("[XS4] keys RFC 4733 digits, which a Gather ends with #", async () => {
    booted.web.answer("/voice", `<Gather numDigits="3" action="/keyed" timeout="20"/>`);
    const socket = await aKnownSocket("carla");
    const keys = codec("telephone-event", 101);
    const peer = new RTCPeerConnection({ codecs: { audio: [codec("PCMU", 0), keys] } });
    const { sender } = peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), {
      direction: "sendrecv",
    });
    await peer.setLocalDescription(await peer.createOffer());
    socket.say("invite", { callsid: "TJS1", sdp: String(peer.localDescription?.sdp), twilio: {} });
    const answer = String((await socket.got("answer"))["sdp"]);
    await peer.setRemoteDescription({ type: "answer", sdp: answer });
    await eventually(
      async () => peer.connectionState,
      (state) => state === "connected",
    );
    // This sender stamps all that it sends with the payload type of its codec.
    sender.codec = keys;

    for (const packet of digitPackets([1, 5, 11])) await sender.sendRtp(packet);

    const request = await booted.web.asked("/keyed");
    expect(request.params["Digits"]).toBe("15");
    await peer.close();
    socket.close();
  });
});

const codec = (name: string, payloadType: number) =>
  new RTCRtpCodecParameters({
    mimeType: `audio/${name}`,
    clockRate: 8000,
    channels: 1,
    payloadType,
  });

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
