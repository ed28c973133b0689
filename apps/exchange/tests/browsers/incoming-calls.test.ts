import { describe, expect, test } from "vitest";

import { ring } from "@linedesk/testkit";
import { endOf, inRoom, ringAlice, statusOf, statusSettles } from "../signalling/client-calls.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";

const NUMBER = "+61255500101";

let scene: ChromiumScene;
inChromium((one) => (scene = one));

/** Connects Bob, who sends 1000 Hz, to the room that Alice's callers join. */
async function bobInTheRoom() {
  scene.booted.web.answer("/voice", inRoom("alice"));
  const [bob] = await scene.pages("bob");
  await bob.say(1000);
  const call = await bob.connect();
  await call.waitFor("accept");
  return call;
}

describe("a called page of Chromium", () => {
  test("[XS30] accepts, and both hear each other", async () => {
    const [bobs, [alice]] = await Promise.all([bobInTheRoom(), scene.pages("alice")]);
    await alice.say(440);
    const call = await ringAlice(scene.booted);
    const incoming = await alice.nextIncoming();
    expect(await statusSettles(scene.booted, call.sid, "ringing")).toBe("ringing");

    await incoming.accept();

    await incoming.waitFor("accept");
    await Promise.all([incoming.receivesTone(1000), bobs.receivesTone(440)]);
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
    expect((await incoming.describe()).parameters).toMatchObject({
      CallSid: call.sid,
      AccountSid: scene.booted.exchange.account.sid,
      From: "client:desk",
      To: "client:alice",
    });
  });

  test("[XS40] [XS17] rejects, and the other pages get cancel", async () => {
    const [first, second] = await scene.pages("alice", "alice");
    const call = await ringAlice(scene.booted);
    const incoming = await first.nextIncoming();
    const other = await second.nextIncoming();

    await incoming.reject();

    await incoming.waitFor("reject");
    await other.waitFor("cancel");
    expect(await endOf(scene.booted, call.sid)).toBe("busy");
  });

  test("[XS30] gets cancel when the caller hangs up", async () => {
    const [alice] = await scene.pages("alice");
    const call = await ringAlice(scene.booted);
    const incoming = await alice.nextIncoming();

    await scene.booted.rest.calls(call.sid).update({ status: "canceled" });

    await incoming.waitFor("cancel");
    expect((await incoming.describe()).status).toBe("closed");
    expect(await statusOf(scene.booted, call.sid)).toBe("canceled");
  });

  test("[XS17] ignores the call, a second page accepts it and is heard, and a third page gets cancel", async () => {
    const [bobs, [first, second, third]] = await Promise.all([
      bobInTheRoom(),
      scene.pages("alice", "alice", "alice"),
    ]);
    await second.say(700);
    const call = await ringAlice(scene.booted);
    const [ignored, taken, late] = await Promise.all([
      first.nextIncoming(),
      second.nextIncoming(),
      third.nextIncoming(),
    ]);

    await ignored.ignore();
    await taken.accept();

    await late.waitFor("cancel");
    await Promise.all([taken.receivesTone(1000), bobs.receivesTone(700)]);
    expect(await statusOf(scene.booted, call.sid)).toBe("in-progress");
    expect(ignored.events().map(({ name }) => name)).not.toContain("accept");
  });

  test("[XS40] in a call does not ring, the second call ends busy, and the first continues", async () => {
    const bobs = await bobInTheRoom();
    const [alice] = await scene.pages("alice");
    await alice.say(440);
    const call = await alice.connect();
    await Promise.all([call.receivesTone(1000), bobs.receivesTone(440)]);

    const second = await ringAlice(scene.booted, 2);

    expect(await endOf(scene.booted, second.sid)).toBe("busy");
    expect(alice.events().some(({ name }) => name === "incoming")).toBe(false);
    await Promise.all([call.receivesTone(1000), bobs.receivesTone(440)]);
  });

  test("[XS17] with allowIncomingWhileBusy rings during its own call, and accepts after it", async () => {
    const bobs = await bobInTheRoom();
    const alice = await scene.page("alice", { allowIncomingWhileBusy: true });
    await alice.say(440);
    scene.booted.web.answer("/voice", inRoom("elsewhere"));
    const call = await alice.connect();
    await call.waitFor("accept");
    await ringAlice(scene.booted);
    const incoming = await alice.nextIncoming();
    expect((await call.describe()).status).toBe("open");

    await call.disconnect();
    await incoming.accept();

    await Promise.all([incoming.receivesTone(1000), bobs.receivesTone(440)]);
  });
});

describe("the caller's data on a page of Chromium", () => {
  test("[XS44] include the number and the STIR verdict: passed, failed or none", async () => {
    const voiceUrl = scene.booted.web.url("/incoming");
    await scene.booted.rest.incomingPhoneNumbers.create({ phoneNumber: NUMBER, voiceUrl });
    scene.booted.web.answer("/incoming", "<Dial><Client>alice</Client></Dial>");
    const [alice] = await scene.pages("alice");
    const described = [];

    for (const verstat of [
      ";verstat=TN-Validation-Passed-A",
      ";verstat=TN-Validation-Failed",
      "",
    ]) {
      const identity = `<sip:+61491570006${verstat}@carrier.test;user=phone>`;
      const numbers = { from: "+61491570006", to: NUMBER };
      const headers: [string, string][] = [["P-Asserted-Identity", identity]];
      const listener = await ring({ exchange: scene.booted.exchange.sip, ...numbers, headers });
      const incoming = await alice.nextIncoming();
      described.push(await incoming.describe());
      await listener.close();
      await incoming.waitFor("cancel");
    }

    expect(described.map(({ isVerified }) => isVerified)).toEqual([true, false, null]);
    expect(described.map(({ parameters }) => parameters["From"])).toEqual(
      Array.from({ length: 3 }, () => "+61491570006"),
    );
  });

  test("[XS18] include custom parameters with any characters, and the webhook gets those of a calling page", async () => {
    const signs = "山田 a+b & 100% = 'x' \"y\" ; , / ?";
    const written = signs.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const parameters = [
      `<Parameter name="note" value="${written}"/>`,
      `<Parameter name="名 前+" value="x"/>`,
      `<Parameter name="twice" value="1"/><Parameter name="twice" value="2"/>`,
    ];
    const identity = "<Identity>bob?team=news%20desk</Identity>";
    const { web } = scene.booted;
    web.answer("/voice", `<Dial><Client>${identity}${parameters.join("")}</Client></Dial>`);
    const [alice, bob] = await scene.pages("alice", "bob");
    const params = { note: signs, "my note": "+", "名 前+": "x", empty: "", "a&b=c%": "&=%" };

    await alice.connect({ params });

    const incoming = await bob.nextIncoming();
    expect(await incoming.describe()).toMatchObject({
      customParameters: { note: signs, "名 前+": "x", twice: "2", team: "news desk" },
      parameters: { From: "client:alice", To: "client:bob" },
    });
    // The SDK keeps the last of two parameters with the same name; the frame has both.
    expect((await incoming.describe()).parameters["Params"]).toMatch(/twice=1&twice=2/);
    expect((await web.waitForRequest("/voice")).params).toMatchObject(params);
  });
});
