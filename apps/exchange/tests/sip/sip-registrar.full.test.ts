import { afterEach, beforeEach, expect, test } from "vitest";

import { plainTrunk, type Trunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  until,
} from "../support/sip-support.ts";
import { type KamailioRegistrar, startKamailioRegistrar } from "./kamailio-registrar.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

const password = "s3cret-of-the-carrier";

function aTrunk(registrars: KamailioRegistrar[], parts: Partial<Trunk> = {}): Trunk {
  const hosts = registrars.map(({ host }) => host);
  return {
    ...plainTrunk("carrier", hosts),
    credentials: { username: "radio", password },
    registration: { registrars: hosts, expiresS: 600, user: null },
    ...parts,
  };
}

/** Returns the bindings of each REGISTER that Kamailio accepted. */
function registers({ program }: KamailioRegistrar): string[] {
  return [...program.output().matchAll(/REGISTER contact=(\S+) expires=(\S+)/g)].map(
    ([, contact = "", expires = ""]) => `${contact === "<null>" ? "none" : "ours"} ${expires}`,
  );
}

test("[TR82] a test of a trunk reports Kamailio's answer to REGISTER: right, wrong password, unknown, locked", async () => {
  const kamailio = await startKamailioRegistrar(cleanup, { folder, password });
  const { sip } = await anExchange(cleanup, { media: new TestMedia() });
  const wrong = { credentials: { username: "radio", password: "mistyped" } };
  async function registerOf(parts: Partial<Trunk>): Promise<unknown> {
    return (await sip.trunks.probe(aTrunk([kamailio], parts))).hosts[0]?.register;
  }
  function as(user: string): Partial<Trunk> {
    return { registration: { registrars: [kamailio.host], expiresS: 600, user } };
  }

  const answers = [
    await registerOf({}),
    await registerOf(wrong),
    await registerOf(as("nobody")),
    await registerOf(as("locked")),
  ];

  expect(answers).toEqual([200, 401, 404, 403].map((status) => ({ type: "answered", status })));
  await expect.poll(() => registers(kamailio)).toEqual(["ours 600", "ours 0"]);
});

test("a test of a trunk in use keeps the binding of the trunk, and creates none at the other registrar", async () => {
  const kamailios = [
    await startKamailioRegistrar(cleanup, { folder, password }),
    await startKamailioRegistrar(cleanup, { folder, password }),
  ];
  const { sip } = await anExchange(cleanup, { media: new TestMedia() });
  const trunk = aTrunk(kamailios);
  sip.trunks.replaceAdded([trunk]);
  await until("the trunk is registered", () => sip.trunks.list()[0]?.registered === true);

  const tested = await sip.trunks.test(trunk.sid);

  const ok = { type: "answered", status: 200 };
  expect(tested?.hosts).toEqual(
    kamailios.map(({ host }) => ({ host: `127.0.0.1:${host.port}`, options: ok, register: ok })),
  );
  await expect
    .poll(() => kamailios.map(registers))
    .toEqual([["ours 600", "ours 600"], ["none <null>"]]);
});

test("[TR81] callers of a trunk hear each other while its channels and codecs change", async () => {
  const media = await realMedia(cleanup);
  const { sip, intake } = await anExchange(cleanup, { media });
  const trunk = plainTrunk("carrier", [{ host: "127.0.0.1", port: 5060 }]);
  sip.trunks.replaceAdded([trunk]);
  intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const alice = await aListener(cleanup, sip, { sends: 700 });
  const bob = await aListener(cleanup, sip, { sends: 1000 });
  await Promise.all([alice.answered, bob.answered]);
  await until("alice hears bob", () => alice.toneAmplitude(1000) > 0.05);

  sip.trunks.replaceAdded([{ ...trunk, maxCalls: 2, codecs: ["PCMA"] }]);
  await aListener(cleanup, sip);
  await until("a third caller is rejected", () => intake.rejectedCount === 1);
  await alice.setDirection("sendonly");
  await until("alice holds bob", () => alice.toneAmplitude(1000) < 0.005);
  await alice.setDirection("sendrecv");
  await until("alice hears bob again", () => alice.toneAmplitude(1000) > 0.05);
  await bob.hangUp();
  await until("bob's call ends", () => intake.call(1).sink.end !== null);

  expect(intake.call(0).sink.end).toBeNull();
  expect(sip.trunks.list()).toMatchObject([{ calls: 1, channels: 2 }]);
});
