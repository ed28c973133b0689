import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

import { type ChromiumScene, inChromium } from "../browsers/chromium-scene.ts";
import { inRoom } from "../signalling/client-calls.ts";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { requireOuterAddress } from "./own-addresses.ts";
import { secret, Turnserver } from "./turnserver.ts";

const iceServersSchema = z.array(
  z.object({ urls: z.string(), username: z.string(), credential: z.string() }),
);

describe("a relay", () => {
  let relay: Turnserver;
  let scene: ChromiumScene;
  beforeAll(async () => {
    relay = await Turnserver.start();
  });
  afterAll(() => relay?.close());
  inChromium(
    (one) => (scene = one),
    () => {
      const relays = { urls: [relay.url], secret };
      const media = { host: requireOuterAddress(), ports: null, advertised: null, relays };
      return BootedExchange.start({}, { media });
    },
  );

  test("[XM73] gives a page of Chromium without another path sound in both directions", async () => {
    const { booted } = scene;
    booted.web.answer("/voice", inRoom("studio"));
    const { iceServers: offered, ttl, username } = await booted.rest.tokens.create({ ttl: 3600 });
    const iceServers = iceServersSchema.parse(offered);
    expect(ttl).toBe("3600");
    expect(Number(username.split(":")[0])).toBeGreaterThan(Date.now() / 1000 + 3000);
    const [alice, bob] = await scene.pages("alice", "bob");
    await Promise.all([alice.say(440), bob.say(1000)]);

    const near = await bob.connect();
    const rtcConfiguration = { iceServers, iceTransportPolicy: "relay" as const };
    const far = await alice.connect({ rtcConfiguration });

    await far.receivesTone(1000);
    await near.receivesTone(440);
    expect((await far.streams()).localCandidate).toBe("relay");
    expect((await near.streams()).localCandidate).not.toBe("relay");
    expect(relay.log).toMatch(/ALLOCATE processed, success/);
  });

  test("[XM73] refuses an expired login, and the page has no sound", async () => {
    const { booted } = scene;
    booted.web.answer("/voice", inRoom("studio"));
    const token = await booted.rest.tokens.create({ ttl: 60 });
    const old = iceServersSchema.parse(token.iceServers).map((one) => {
      return { ...one, username: `1:${one.username.split(":")[1]}` };
    });
    const [carla] = await scene.pages("carla");
    const before = relay.log.length;

    const rtcConfiguration = { iceServers: old, iceTransportPolicy: "relay" as const };
    const call = await carla.connect({ rtcConfiguration });

    await eventually(
      async () => relay.log.slice(before),
      (text) => /(?:check_stun_auth|Cannot find credentials|Unauthorized)/i.test(text),
    );
    expect(relay.log.slice(before)).not.toMatch(/ALLOCATE processed, success/);
    expect((await call.streams()).received).toBe(0);
  });
});
