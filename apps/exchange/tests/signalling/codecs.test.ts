import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom, ringAlice } from "./client-calls.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterEach(async () => {
  await booted.endClients();
  booted.web.forget();
});
afterAll(async () => {
  await booted.close();
});

describe("the codecs of the unmodified voice SDK", () => {
  it("[XS31][XS33] with Opus first, which carries what PCMU cannot", async () => {
    booted.web.answer("/voice", inRoom("wide"));
    const wide = { codecPreferences: ["opus", "pcmu"], maxAverageBitrate: 24_000 } as const;
    const [alice, bob, carla] = await Promise.all([
      booted.device("alice", { ...wide, codecPreferences: [...wide.codecPreferences] }),
      booted.device("bob", { codecPreferences: ["opus", "pcmu"] }),
      booted.device("carla", { codecPreferences: ["pcmu", "opus"] }),
    ]);
    await Promise.all([alice.say(6000), bob.say(440)]);

    const [call, other, narrow] = [
      await alice.connect(),
      await bob.connect(),
      await carla.connect(),
    ];

    await Promise.all([other.hears(6000), call.hears(440), narrow.hears(440)]);
    // The voice of 6 kHz is not there at all, and not folded back to 2 kHz.
    const folded = Promise.all([narrow.hears(6000, false), narrow.hears(2000, false)]);
    await expect(folded).resolves.toEqual([undefined, undefined]);
  });

  it("[XS32] is rung, prefers Opus and gets it", async () => {
    const [alice, bob] = await Promise.all([
      booted.device("alice", { codecPreferences: ["opus", "pcmu"] }),
      booted.device("bob", { codecPreferences: ["opus"] }),
    ]);
    booted.web.answer("/voice", inRoom("alice"));
    await alice.say(6000);
    await ringAlice(booted);
    const incoming = await alice.nextIncoming();

    await incoming.accept();
    const other = await bob.connect();

    await expect(other.hears(6000)).resolves.toBeUndefined();
  });
});
