import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterEach(async () => {
  await booted.endClients();
  booted.web.clear();
});
afterAll(async () => {
  await booted.close();
});

/** Two people with a voice each; alice's calls run the application's document. */
async function twoPeople() {
  const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
  await Promise.all([alice.say(440), bob.say(1000)]);
  return { alice, bob };
}

describe("documents between real voice SDKs", () => {
  test("[XT13][XT14] Dial Client: both talk, the leg's callbacks tell it, the star key ends it", async () => {
    const events = `statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed"`;
    booted.web.answer(
      "/voice",
      `<Dial hangupOnStar="true" action="/done"><Client ${events}>bob</Client></Dial>`,
    );
    booted.web.answer("/done", `<Pause length="60"/>`);
    const { alice, bob } = await twoPeople();
    const call = await alice.connect();
    const incoming = await bob.nextIncoming();

    await incoming.accept();
    await Promise.all([call.receivesTone(1000), incoming.receivesTone(440)]);
    await call.sendDigits("*");

    const done = await booted.web.waitForRequest("/done");
    expect(done.params).toMatchObject({ DialCallStatus: "completed", DialBridged: "true" });
    await incoming.waitFor("disconnect");
    await booted.web.waitForRequest("/leg", ({ params }) => params["CallStatus"] === "completed");
    const callbacks = booted.web.requests.filter(({ path }) => path === "/leg");
    expect(callbacks.map(({ params }) => params["CallStatus"])).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
    expect(callbacks.map(({ params }) => params["SequenceNumber"])).toEqual(["0", "1", "2", "3"]);
    expect((await call.describe()).status).toBe("open");
  });
});
