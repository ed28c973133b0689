import { afterEach, describe, expect, test } from "vitest";

import { endOf, inRoom, statusOf, statusSettles } from "../signalling/client-calls.ts";
import { connectTokenOf, notificationAt } from "../support/client-notifications.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { aTelephone } from "./telephone-call.ts";

let scene: ChromiumScene;
let listener: Awaited<ReturnType<typeof aTelephone>> | undefined;
inChromium((one) => (scene = one));
afterEach(() => listener?.close());

/** Rings alice, who has no page, into the room in which a telephone says 1000 Hz. */
async function ringAlice(path = "/notify") {
  const { booted } = scene;
  booted.web.answer("/voice", inRoom("alice"));
  listener = await aTelephone(booted, 1000);
  const call = await booted.rest.calls.create({
    to: "client:alice",
    from: "client:desk",
    twiml: `<Response>${inRoom("alice")}</Response>`,
    clientNotificationUrl: booted.web.url(path),
  });
  return { call, there: listener, notification: await notificationAt(booted, path) };
}

describe("a page of Chromium that is no device while it is called", () => {
  test("[XS121] [XR183] takes the call by what the application passes on; both hear each other", async () => {
    const { call, there, notification } = await ringAlice();
    expect(await statusSettles(scene.booted, call.sid, "ringing")).toBe("ringing");
    const alice = await scene.unregistered("alice");
    await alice.say(440);

    const taken = await alice.connect({ connectToken: connectTokenOf(notification) });

    await taken.waitFor("accept");
    await taken.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
    expect((await taken.describe()).callSid).toBe(call.sid);
    await taken.disconnect();
    expect(await endOf(scene.booted, call.sid)).toBe("completed");
  });

  test("[XS119] registers when it is woken, is rung, and both hear each other", async () => {
    const { call, there } = await ringAlice();
    expect(await statusSettles(scene.booted, call.sid, "ringing")).toBe("ringing");

    const alice = await scene.page("alice");
    const incoming = await alice.nextIncoming();
    await alice.say(440);
    await incoming.accept();

    await incoming.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect((await incoming.describe()).parameters).toMatchObject({
      CallSid: call.sid,
      From: "client:desk",
      To: "client:alice",
    });
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
  });

  test("[XS121] takes over from a page that was woken too, which is cancelled", async () => {
    const { call, notification } = await ringAlice();
    const [woken, taker] = [await scene.page("alice"), await scene.unregistered("alice")];
    const incoming = await woken.nextIncoming();

    const taken = await taker.connect({ connectToken: connectTokenOf(notification) });

    await incoming.waitFor("cancel");
    await taken.receivesTone(1000);
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
  });

  test("[XS121] is turned away with a wrong token and with another's, and the call rings on", async () => {
    const { call, notification } = await ringAlice();
    const [alice, bob] = [await scene.unregistered("alice"), await scene.unregistered("bob")];
    const wrong = connectTokenOf({ ...notification, twi_bridge_token: "x".repeat(32) });

    const refused = [
      await alice.connect({ connectToken: wrong }),
      await bob.connect({ connectToken: connectTokenOf(notification) }),
    ];

    for (const each of refused) {
      await each.waitFor("disconnect");
    }
    for (const device of [alice, bob]) {
      expect((await device.waitFor("error")).value).toMatchObject({ code: 31209 });
    }
    expect(await statusOf(scene.booted, call.sid)).toBe("ringing");
    const taken = await alice.connect({ connectToken: connectTokenOf(notification) });
    await taken.receivesTone(1000);
  });

  test("[XS119] [XR184] is called in vain when the application knows nobody of the name", async () => {
    scene.booted.web.refuse("/unknown", 404);

    const { call, notification } = await ringAlice("/unknown");

    expect(await endOf(scene.booted, call.sid)).toBe("failed");
    const notifications = await scene.booted.rest.calls(call.sid).notifications.list();
    expect(notifications.map(({ errorCode, log }) => [errorCode, log])).toEqual([["13807", "0"]]);
    const alice = await scene.unregistered("alice");
    const late = await alice.connect({ connectToken: connectTokenOf(notification) });
    await late.waitFor("disconnect");
    expect(late.events().map(({ name }) => name)).not.toContain("accept");
  });
});
