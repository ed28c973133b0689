import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aConference, ConferenceHarness } from "../../testing/conference-harness.ts";
import { ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

describe("on hold", () => {
  test("[XM6][XR18] a participant hears HoldUrl's sounds repeatedly, and the conference after the hold", async () => {
    const { harness, caller } = await aConference();
    harness.it.web.respondWith("/hold", `<Play>${APP}/hold.mp3</Play>`);

    await harness.update(caller, {
      hold: true,
      holdUrl: `${APP}/hold`,
    });
    expect(harness.it.soundOf(caller)).toBe(`${APP}/hold.mp3`);
    await harness.it.clock.advance(9_000);
    await harness.it.finish(caller);
    expect(harness.it.soundOf(caller)).toBe(`${APP}/hold.mp3`);
    await harness.update(caller, { hold: false });

    expect(harness.it.soundOf(caller)).toBe("room");
    expect(harness.callbacks.slice(-2)).toEqual(["participant-hold", "participant-unhold"]);
    expect(harness.it.web.requests.find(({ path }) => path === "/hold")?.method).toBe("GET");
  });

  test("a sound file as HoldUrl plays without end", async () => {
    const { harness, caller } = await aConference();

    await harness.update(caller, {
      hold: true,
      holdUrl: `${APP}/hold.mp3`,
    });

    expect(harness.it.media.playing.get(caller.leg.id)).toMatchObject({
      source: { type: "url", url: `${APP}/hold.mp3` },
      loop: 0,
    });
  });

  test("[XW17] the built-in music plays until HoldUrl can be fetched", async () => {
    const { harness, caller } = await aConference();
    harness.it.web.isUnreachable = true;

    await harness.update(caller, {
      hold: true,
      holdUrl: `${APP}/hold`,
    });
    await harness.it.clock.advance(10_000);
    expect(harness.it.soundOf(caller)).toBe("hold-music");
    harness.it.web.isUnreachable = false;
    harness.it.web.respondWith("/hold", `<Play>${APP}/hold.mp3</Play>`);
    await harness.it.clock.advance(16_000);

    expect(harness.it.soundOf(caller)).toBe(`${APP}/hold.mp3`);
  });
});

describe("while a participant is silent or lost", () => {
  test("[XT24] a participant who is left alone hears the last hold music until another participant joins, and the hold flag stays false", async () => {
    const { harness, agent, caller } = await aConference();
    const { conferences } = harness.it.core;
    const hold = { hold: true, holdUrl: `${APP}/hold.mp3` };
    await harness.update(caller, hold);
    await harness.update(caller, { hold: false });

    await ends(agent, { cause: "signalling-lost" });
    expect(harness.it.soundOf(caller)).toBe(`${APP}/hold.mp3`);
    expect(conferences.participant(harness.room.sid, caller.sid)?.hold).toBe(false);
    await harness.join("", "client");

    expect(harness.it.soundOf(caller)).toBe("room");
  });

  test("[XM11][XT25] a silent leg puts the other participant on hold until it returns, with the reason in the event", async () => {
    const { harness, agent, caller } = await aConference();

    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });
    await settled();
    expect(harness.it.soundOf(caller)).toBe("hold-music");
    expect(harness.of("participant-hold")[0]).toMatchObject({
      CallSid: caller.sid,
      Hold: "true",
      Reason: "peer-media-lost",
      PeerCallSid: agent.sid,
    });
    harness.it.media.emit({ type: "leg.media_restored", leg: agent.leg.id });
    await settled();

    expect(harness.it.soundOf(caller)).toBe("room");
    expect(harness.of("participant-unhold")[0]).toMatchObject({
      CallSid: caller.sid,
      Hold: "false",
      Reason: "peer-media-lost",
      PeerCallSid: agent.sid,
    });
  });

  test("[XT25] [XT24] a caller without earlier hold music hears the wait music while the peer is silent and after it has left", async () => {
    const harness = new ConferenceHarness();
    const wait = `${APP}/wait.mp3`;
    const agent = await harness.join(`waitUrl=""`, "client");
    const caller = await harness.join(`waitUrl="${wait}"`);
    expect(harness.it.soundOf(caller)).toBe("room");

    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });
    await settled();
    expect(harness.it.soundOf(caller)).toBe(wait);
    await ends(agent, { cause: "signalling-lost" });

    expect(harness.it.soundOf(caller)).toBe(wait);
  });

  test("[XT25] when the silent leg ends, the remaining participant stays on hold until another joins", async () => {
    const { harness, agent, caller } = await aConference();
    const { conferences } = harness.it.core;
    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });

    await ends(agent, { cause: "signalling-lost" });
    expect(harness.it.soundOf(caller)).toBe("hold-music");
    expect(conferences.participant(harness.room.sid, caller.sid)?.hold).toBe(true);
    expect(harness.callbacks.at(-1)).toBe("participant-leave");
    await harness.join("", "client");

    expect(harness.it.soundOf(caller)).toBe("room");
    expect(harness.callbacks.slice(-2)).toEqual(["participant-join", "participant-unhold"]);
    expect(harness.of("participant-unhold")[0]).not.toHaveProperty("Reason");
  });

  test("[XT25] no unhold event is sent until both legs have media again", async () => {
    const { harness, agent, caller } = await aConference();

    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });
    harness.it.media.emit({ type: "leg.media_lost", leg: caller.leg.id });
    harness.it.media.emit({ type: "leg.media_restored", leg: caller.leg.id });
    await settled();
    expect(harness.of("participant-unhold")).toEqual([]);
    harness.it.media.emit({ type: "leg.media_restored", leg: agent.leg.id });
    await settled();

    expect(harness.of("participant-unhold").map((each) => each["CallSid"])).toEqual([caller.sid]);
    expect([agent, caller].map((call) => harness.it.soundOf(call))).toEqual(["room", "room"]);
  });

  test("a participant whom REST holds stays on hold when a silent peer has media again", async () => {
    const { harness, agent, caller } = await aConference();
    await harness.update(caller, { hold: true });

    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });
    harness.it.media.emit({ type: "leg.media_restored", leg: agent.leg.id });
    await settled();

    expect(harness.it.soundOf(caller)).toBe("hold-music");
    expect(harness.of("participant-unhold")).toHaveLength(0);
  });

  test("[XT25] a silent telephone does not affect participants who still hear each other", async () => {
    const { harness, agent, caller } = await aConference();
    const third = await harness.join();

    harness.it.media.emit({ type: "leg.media_lost", leg: third.leg.id });

    expect([agent, caller].map((call) => harness.it.soundOf(call))).toEqual(["room", "room"]);
  });

  test("[XT25] callers go on hold when the only browser is silent, until a colleague joins", async () => {
    const { harness, agent, caller } = await aConference();
    const third = await harness.join();

    harness.it.media.emit({ type: "leg.media_lost", leg: agent.leg.id });
    expect([caller, third].map((call) => harness.it.soundOf(call))).toEqual([
      "hold-music",
      "hold-music",
    ]);
    const colleague = await harness.join("", "client");

    expect([caller, third, colleague].map((call) => harness.it.soundOf(call))).toEqual([
      "room",
      "room",
      "room",
    ]);
  });
});
