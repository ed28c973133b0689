import { once } from "node:events";
import { connect } from "node:net";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { damagedJson, damagedText, forEachConcurrently, hostileText } from "@linedesk/testkit";
import { RawSocket } from "../support/raw-socket.ts";
import { AttackedExchange } from "./attacked-exchange.ts";

let attacked: AttackedExchange;
let applicationSid: string;

beforeAll(async () => {
  attacked = await AttackedExchange.start();
  attacked.web.answer("/short", "<Pause length='1'/>");
  const form = { FriendlyName: "short", VoiceUrl: attacked.web.url("/short") };
  const answer = await attacked.request("/Applications", form);
  applicationSid = ((await answer.json()) as { sid: string }).sid;
});
afterAll(async () => {
  await attacked?.close();
});

function open() {
  return RawSocket.open(attacked.signalUrl);
}

const sdp = [
  "v=0",
  "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "a=msid-semantic: WMS x",
  "m=audio 9 UDP/TLS/RTP/SAVPF 0 111 101",
  "c=IN IP4 0.0.0.0",
  "a=rtcp:9 IN IP4 0.0.0.0",
  "a=ice-ufrag:abcd",
  "a=ice-pwd:abcdefghijklmnopqrstuvwx",
  "a=ice-options:trickle",
  `a=fingerprint:sha-256 ${"AB:".repeat(31)}AB`,
  "a=setup:actpass",
  "a=mid:0",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:0 PCMU/8000",
  "a=rtpmap:111 opus/48000/2",
  "a=rtpmap:101 telephone-event/8000",
  "a=candidate:1 1 udp 2122260223 127.0.0.1 9 typ host generation 0",
  "a=ssrc:1 cname:x",
  "",
].join("\r\n");

const frames = [
  { type: "register", payload: { media: { audio: true } } },
  { type: "invite", payload: { callsid: "TJS1", sdp, twilio: { params: "a=b&To=%2B61" } } },
  { type: "invite", payload: { callsid: "TJS1", sdp, reconnect: "abc" } },
  { type: "answer", payload: { callsid: "CA1", sdp } },
  { type: "reinvite", payload: { callsid: "TJS1", sdp } },
  { type: "dtmf", payload: { callsid: "TJS1", dtmf: "12#w" } },
  { type: "hangup", payload: { callsid: "TJS1", message: "bye" } },
  { type: "reject", payload: { callsid: "CA1" } },
  {
    type: "message",
    payload: {
      callsid: "TJS1",
      content: { a: 1 },
      contenttype: "application/json",
      messagetype: "user-defined-message",
      voiceeventsid: "KX1",
    },
  },
  { type: "listen", payload: { token: "x", reconnectTimeout: 30 } },
].map((frame) => ({ ...frame, version: "1.6" }));

const frame: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: damagedJson(...frames).map((value) => JSON.stringify(value) ?? "") },
  { weight: 3, arbitrary: damagedText(...frames.map((one) => JSON.stringify(one))) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom("invite", "reinvite", "answer"), damagedText(sdp))
      .map(([type, text]) =>
        JSON.stringify({ type, version: "1.6", payload: { callsid: "TJS1", sdp: text } }),
      ),
  },
  hostileText,
  fc.constantFrom("[".repeat(60_000), `{"a":`.repeat(10_000), "\n", "{}", "null", "[]"),
);

async function listening(name: string): Promise<RawSocket> {
  const socket = await open();
  const token = attacked.token(`mallory-${name}`, applicationSid);
  socket.send("listen", { token, reconnectTimeout: 0 });
  await socket.waitFor("connected");
  return socket;
}

describe("hostile signalling", () => {
  test("[XS70] [XM19] with a valid token affects no call", async () => {
    await attacked.survives(async (round) => {
      const all = fc.sample(frame, { numRuns: 1200, seed: 700 + round });
      const groups = Array.from({ length: 20 }, (_, n) => all.slice(n * 60, n * 60 + 60));
      await forEachConcurrently([...groups.entries()], async ([at, group]) => {
        const socket = await listening(`${round}-${at}`);
        for (const [index, text] of group.entries()) {
          socket.sendRaw(text);
          if (index % 10 === 9) {
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        socket.close();
        await socket.closed;
      });
    });

    expect(attacked.isRunning).toBe(true);
  });

  test("[XS19] [XS70] with an invalid token is refused with a code", async () => {
    const good = attacked.token("mallory");
    const none = Buffer.from(`{"alg":"none","typ":"JWT"}`).toString("base64url");
    const unsigned = `${none}.${good.split(".")[1]}.`;
    const token = fc
      .oneof(damagedText(good, unsigned), hostileText)
      .filter((text) => text !== good);

    await attacked.survives(async (round) => {
      const tokens = fc.sample(token, { numRuns: 300, seed: 800 + round });
      await forEachConcurrently(tokens, async (text) => {
        const socket = await open();
        socket.send("listen", { token: text.slice(0, 8000) });
        const { error } = (await socket.waitFor("error")) as { error: { code: number } };
        expect([31100, 31102, 31202, 31203, 31204, 31205, 31207, 31201]).toContain(error.code);
        socket.close();
        await socket.closed;
      });
    });

    expect(attacked.isRunning).toBe(true);
  });

  test("in frames of a megabyte, in hundreds of sockets or in half a handshake affects no call", async () => {
    await attacked.survives(async () => {
      await forEachConcurrently(Array.from({ length: 500 }), async () => {
        const socket = await open();
        socket.close();
        await socket.closed;
      });
      await forEachConcurrently(Array.from({ length: 10 }), async () => {
        const socket = await open();
        socket.sendRaw("x".repeat(1_048_576));
        expect([1009, 1006]).toContain(await socket.closed);
      });
      await forEachConcurrently(Array.from({ length: 50 }), halfAHandshake);
    });

    expect(attacked.isRunning).toBe(true);
  });
});

/** Sends only a part of a request and then closes the connection. */
async function halfAHandshake(): Promise<void> {
  const url = new URL(attacked.url);
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write("GET /signal HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upg");
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
}
