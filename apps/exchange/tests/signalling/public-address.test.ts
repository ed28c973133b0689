import { afterAll, beforeAll, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";

/** An address of this machine that clients use only when it is advertised. */
const advertised = "127.0.0.2";
let booted: BootedExchange;

beforeAll(async () => {
  const media = { host: "0.0.0.0", ports: null, advertised, relays: null };
  booted = await BootedExchange.start({}, { media });
  booted.web.answer("/voice", "<Dial><Conference beep='false' waitUrl=''>nat</Conference></Dial>");
});
afterAll(async () => {
  await booted.close();
});

test("browsers that call and are called send their sound to the public address, and both hear each other", async () => {
  const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
  await Promise.all([alice.say(440), bob.say(1000)]);
  const near = await alice.connect();
  await booted.rest.calls.create({
    to: "client:bob",
    from: "client:desk",
    twiml: "<Response><Dial><Conference beep='false' waitUrl=''>nat</Conference></Dial></Response>",
  });
  const far = await bob.nextIncoming();
  await far.accept();

  await Promise.all([near.receivesTone(1000), far.receivesTone(440)]);

  // The exchange sends the browsers no other address, and the browsers send none of their own.
  const paths = await Promise.all([near.streams(), far.streams()]);
  expect(paths.map(({ advertisedAddresses }) => advertisedAddresses)).toEqual([
    [advertised],
    [advertised],
  ]);
});
