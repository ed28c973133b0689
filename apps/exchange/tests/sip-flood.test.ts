import { afterAll, beforeAll, expect, it } from "vitest";
import type { MediaPort } from "../src/media/media-port.ts";
import { defaultSipLimits } from "../src/sip/sip-limits.ts";
import { tortureInvite, tortureRequest } from "../src/sip/messages/torture-request.ts";
import { Attackers } from "./hostile-support.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type TestExchange,
  until,
} from "./sip-support.ts";

const cleanup = new Cleanup();
const studio = "+61255500101";
let media: MediaPort;
let exchange: TestExchange;

beforeAll(async () => {
  media = await realMedia(cleanup);
  exchange = await anExchange(cleanup, { media });
  exchange.intake.onReceive = (leg) => {
    const { arrival } = exchange.intake.calls.at(-1) ?? {};
    if (arrival?.to === studio) answerIntoRoom(leg, media);
    else leg.decline({ cause: "not-found" });
  };
});
afterAll(() => cleanup.run());

it("[XI51] a flood of INVITE and REGISTER from one source reaches its rate and no call of others", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440 });
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await until("both hear", () => alice.hears(1000) > 0.1 && bob.hears(440) > 0.1);
  const flood = await Attackers.many(1);
  cleanup.add(() => flood.close());
  const startMs = performance.now();
  const via = `SIP/2.0/UDP 127.0.2.1:${flood.port};rport;branch=z9hG4bK`;
  const texts = Array.from({ length: 4000 }, (_, n) =>
    n % 2 === 0
      ? tortureInvite(`flood${n}`, { via: `${via}${n}` })
      : tortureRequest(`flood${n}`, "REGISTER", { via: `${via}${n}` }),
  );

  await flood.fire(
    texts.map((text) => Buffer.from(text)),
    exchange.sip.address.port,
  );

  await until("both still hear", () => alice.hears(1000) > 0.1 && bob.hears(440) > 0.1);
  const carla = await aListener(cleanup, exchange.sip, { sends: 600 });
  await until("carla is heard", () => alice.hears(600) > 0.1 && carla.hears(1000) > 0.1);
  const taken = exchange.intake.calls.length - 3;
  const { burst, perSecond } = defaultSipLimits.invites;
  const most = burst + perSecond * ((performance.now() - startMs) / 1000);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(most);
  const registers = flood.received.filter((bytes) => /^CSeq: \d+ REGISTER/m.test(String(bytes)));
  expect(registers.length).toBeLessThanOrEqual(most);
});
