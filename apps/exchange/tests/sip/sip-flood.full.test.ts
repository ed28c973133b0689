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
