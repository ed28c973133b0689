import { afterEach, expect, test } from "vitest";

import { parseTrunks } from "../../src/edges/sip/trunks/trunk-file.ts";
import { eventually, testConfig } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const main = "+61255500101";
const branch = "+61255500102";
const friend = "+61491570006";
const given = `TK${"b".repeat(32)}`;

const mobiles = { numbers: ["+614*"], keepAliveS: 0 };

const cleanup = new Cleanup();
let telephones: Awaited<ReturnType<typeof aTelephone>>[] = [];

const booted = useExchange({
  async config(lasting) {
    telephones = [await aTelephone(lasting), await aTelephone(lasting, { host: "127.0.0.2" })];
    const [first, second] = telephones.map(({ address }) => `${address.address}:${address.port}`);
    const plan = parseTrunks(
      JSON.stringify({
        closed: false,
        trunks: [
          { ...mobiles, name: "first", hosts: [first] },
          { ...mobiles, name: "second", hosts: [second], priority: 2, sid: given },
          { ...mobiles, name: "narrow", hosts: [second], numbers: ["+613*"], maxCalls: 1 },
        ],
      }),
    );
    return { sip: { ...testConfig().sip, plan } };
  },
  async prepare({ rest, web }) {
    const voiceUrl = web.url("/incoming");
    web.answer("/incoming", '<Pause length="60"/>');
    await rest.incomingPhoneNumbers.create({ phoneNumber: main, voiceUrl });
    await rest.incomingPhoneNumbers.create({ phoneNumber: branch, voiceUrl, trunkSid: given });
  },
});
afterEach(() => cleanup.run());

function calling(from: string, to = friend) {
  return booted().rest.calls.create({
    to,
    from,
    twiml: "<Response><Pause length='30'/></Response>",
  });
}

test("[XR110] a call shows its trunk, even after its end", async () => {
  const { rest, exchange } = booted();
  const { callSid } = await booted().inCall("alice", '<Pause length="60"/>');
  await aListener(cleanup, { address: exchange.sip }, { to: main, from: friend });

  const [arrived] = await eventually(
    () => rest.calls.list({ from: friend }),
    (calls) => calls.length > 0,
  );
  const made = await calling(main);
  await eventually(
    () => rest.calls(made.sid).fetch(),
    ({ status }) => status === "in-progress",
  );
  const ended = await rest.calls(made.sid).update({ status: "completed" });

  expect(arrived?.trunkSid).toMatch(/^TK[0-9a-f]{32}$/);
  expect(ended.trunkSid).toBe(arrived?.trunkSid);
  expect((await rest.calls(callSid).fetch()).trunkSid).toBeNull();
});

test("[XR111] calls that show a number with a trunk use that trunk, and other calls use any", async () => {
  const { rest } = booted();
  const [first, second] = telephones;
  const before = first?.calls.length;
  const made = await calling(branch);
  await second?.nextCall();
  const other = await calling(main);
  await first?.nextCall();

  const [number] = await rest.incomingPhoneNumbers.list({ phoneNumber: branch });
  const shown = await eventually(
    () => rest.calls(made.sid).fetch(),
    ({ trunkSid }) => trunkSid !== null,
  );

  expect(number?.trunkSid).toBe(given);
  expect(shown.trunkSid).toBe(given);
  expect((await rest.calls(other.sid).fetch()).trunkSid).not.toBe(given);
  expect([first?.calls.length, second?.calls.length]).toEqual([Number(before) + 1, 1]);
});

test("[XR111] a number refuses an unknown trunk, and an empty value removes its trunk", async () => {
  const { incomingPhoneNumbers } = booted().rest;
  const [number] = await incomingPhoneNumbers.list({ phoneNumber: branch });
  const one = incomingPhoneNumbers(String(number?.sid));

  await expect(one.update({ trunkSid: `TK${"0".repeat(32)}` })).rejects.toMatchObject({
    status: 400,
    code: 20001,
    message: expect.stringContaining("TrunkSid"),
  });
  expect((await one.update({ trunkSid: "" })).trunkSid).toBeNull();
});

test("[XR54] a call to a number that no trunk serves is refused, and a call on a full trunk fails", async () => {
  const { calls, conferences } = booted().rest;
  const refusal = { status: 400, code: 21214, message: expect.stringContaining("no trunk") };

  await expect(calling(main, "+61255509999")).rejects.toMatchObject(refusal);
  const { participants } = conferences("room");
  const added = participants.create({ to: "+61255509999", from: main });
  await expect(added).rejects.toMatchObject(refusal);
  const first = await calling(main, "+61370105550");
  const second = await calling(main, "+61370105551");

  const failed = await eventually(
    () => calls(second.sid).fetch(),
    ({ status }) => status === "failed",
  );
  expect((await calls(first.sid).fetch()).status).not.toBe("failed");
  expect(failed.trunkSid).toBeNull();
  await calls(first.sid).update({ status: "completed" });
});
