import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { MediaPort } from "@linedesk/media";
import { noStreams } from "@linedesk/sip";
import { tortureInvite, tortureRequest } from "@linedesk/sip/testing";
import { defaultSipLimits } from "../../src/edges/sip/access/sip-limits.ts";
import { Attackers } from "../hostile/attackers.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type TestExchange,
  until,
} from "../support/sip-support.ts";

const cleanup = new Cleanup();
const studio = "+61255500101";
let media: MediaPort;
let exchange: TestExchange;

beforeAll(async () => {
  media = await realMedia(cleanup);
  exchange = await anExchange(cleanup, { media, streams: { ...noStreams, listensTcp: true } });
  exchange.intake.onReceive = (leg) => {
    const { arrival } = exchange.intake.calls.at(-1) ?? {};
    if (arrival?.to === studio) {
      answerIntoRoom(leg, media);
    } else {
      leg.decline({ cause: "not-found" });
    }
  };
});
afterAll(() => cleanup.run());

/** INVITE and REGISTER in turn, each a transaction of its own. */
function floodOf(name: string, via: string): Buffer[] {
  return Array.from({ length: 4000 }, (_, n) => {
    const lines = { via: `${via};rport;branch=z9hG4bK${name}${n}` };
    const id = `${name}${n}`;
    return Buffer.from(
      n % 2 === 0 ? tortureInvite(id, lines) : tortureRequest(id, "REGISTER", lines),
    );
  });
}

/** INFO of a standing call, each with a key; `replaces` names the call. */
function keysWithin(replaces: string, port: number): Buffer[] {
  const [callId, toTag = "", fromTag = ""] = replaces.split(";");
  return Array.from({ length: 11_000 }, (_, n) =>
    Buffer.from(
      [
        `INFO sip:${studio}@127.0.0.1 SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.2.1:${port};branch=z9hG4bKkey${n};rport`,
        `From: <sip:0491570006@127.0.0.1>;tag=${fromTag.replace("from-tag=", "")}`,
        `To: <sip:${studio}@127.0.0.1>;tag=${toTag.replace("to-tag=", "")}`,
        `Call-ID: ${callId}`,
        `CSeq: ${n + 100} INFO`,
        "Content-Type: application/dtmf",
        "Content-Length: 1",
        "",
        "5",
      ].join("\r\n"),
    ),
  );
}

interface Conversation {
  callsBefore: number;
  /** Both hear each other as before, and a third comes in and is heard. */
  goesOn: () => Promise<void>;
  /** Calls that the flood may have made by now. */
  mostCalls: () => number;
}

async function aConversation(): Promise<Conversation> {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440 });
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  function bothReceive() {
    return alice.toneAmplitude(1000) > 0.1 && bob.toneAmplitude(440) > 0.1;
  }
  await until("both hear", bothReceive);
  const startMs = performance.now();
  const { burst, perSecond } = defaultSipLimits.invites;
  return {
    callsBefore: exchange.intake.calls.length,

    goesOn: async () => {
      await until("both still hear", bothReceive);
      const carla = await aListener(cleanup, exchange.sip, { sends: 600 });
      await until(
        "carla is heard",
        () => alice.toneAmplitude(600) > 0.1 && carla.toneAmplitude(1000) > 0.1,
      );
      await Promise.all([alice.close(), bob.close(), carla.close()]);
    },
    mostCalls: () => burst + perSecond * ((performance.now() - startMs) / 1000),
  };
}

test("[XI19] a flood of INVITE and REGISTER from one source reaches its rate and no call of others", async () => {
  const conversation = await aConversation();
  const flood = await Attackers.many(1);
  cleanup.add(() => flood.close());

  await flood.fire(
    floodOf("udp", `SIP/2.0/UDP 127.0.2.1:${flood.port}`),
    exchange.sip.address.port,
  );

  await conversation.goesOn();
  const taken = exchange.intake.calls.length - conversation.callsBefore - 1;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(conversation.mostCalls());
  const registers = flood.received.filter((bytes) => /^CSeq: \d+ REGISTER/m.test(String(bytes)));
  expect(registers.length).toBeLessThanOrEqual(conversation.mostCalls());
});

test("[XI19] the same flood by a TCP connection does neither", async () => {
  const conversation = await aConversation();
  const socket = connect({
    port: exchange.sip.portOf("tcp"),
    host: "127.0.0.1",
    localAddress: "127.0.2.9",
  });
  cleanup.add(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.resume();

  for (const message of floodOf("tcp", "SIP/2.0/TCP 127.0.2.9:5060")) {
    if (!socket.write(message)) {
      await Promise.race([once(socket, "drain"), once(socket, "close")]);
    }
  }

  await conversation.goesOn();
  const taken = exchange.intake.calls.length - conversation.callsBefore - 1;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(conversation.mostCalls());
});

test("[XI19] a flood of keys within a call leaves others their calls", async () => {
  const conversation = await aConversation();
  const flood = await Attackers.many(1);
  cleanup.add(() => flood.close());
  // A proxy between them and us: the call's requests come from there.
  const proxy = `<sip:127.0.2.1:${flood.port};lr>`;
  const headers: [string, string][] = [["Record-Route", proxy]];
  const flooder = await aListener(cleanup, exchange.sip, { sends: 700, headers });
  await flooder.answered;
  const { sink } = exchange.intake.calls.at(-1) ?? {};

  await flood.fire(keysWithin(flooder.replaces, flood.port), exchange.sip.address.port);

  await conversation.goesOn();
  expect(sink?.events.filter((event) => event === "digit 5").length).toBeGreaterThan(9);
});
