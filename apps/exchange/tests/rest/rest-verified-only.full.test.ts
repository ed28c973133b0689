import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { eventually, testConfig } from "../support/booted-exchange.ts";
import { aTelephone } from "../support/sip-support.ts";
import { stateWithCallerId } from "../support/stored-state.ts";
import { useExchange } from "../support/use-exchange.ts";

const own = "+61255500101";
const verified = "+61491570006";
const unverified = "+61491570156";

let telephone: Awaited<ReturnType<typeof aTelephone>>;

const booted = useExchange({
  async config(cleanup) {
    telephone = await aTelephone(cleanup);
    const dataFolder = cleanup.folder();
    await writeFile(
      join(dataFolder, "exchange.json"),
      stateWithCallerId(`PN${"1".repeat(32)}`, verified),
    );
    const { address: host, port } = telephone.address;
    const sip = { ...testConfig().sip, plan: createPeerPlan({ host, port }) };
    return { dialsVerifiedOnly: true, dataFolder, sip };
  },
  furnish: ({ rest }) => rest.incomingPhoneNumbers.create({ phoneNumber: own }),
});

function calling(to: string) {
  return booted().rest.calls.create({ to, from: own, twiml: "<Response><Pause/></Response>" });
}

test("[XR54] dials verified numbers alone, however they are asked for", async () => {
  const { rest } = booted();
  const { port } = telephone.address;
  const refusal = { status: 400, code: 21219 };

  const made = await calling(verified);
  await telephone.nextCall();
  await expect(calling(unverified)).rejects.toMatchObject(refusal);
  await expect(calling(`sip:0491570156@127.0.0.1:${port}`)).rejects.toMatchObject(refusal);
  await expect(calling(`sip:${unverified}@127.0.0.1:${port}`)).rejects.toMatchObject(refusal);
  await expect(calling(`sip:bob@127.0.0.1:${port}`)).rejects.toMatchObject(refusal);
  await expect(calling("sip:bob@stranger.example")).rejects.toMatchObject(refusal);
  const { participants } = rest.conferences("room");
  const added = participants.create({ to: unverified, from: own });
  await expect(added).rejects.toMatchObject(refusal);
  // Emergency and costly numbers are refused as everywhere, and say so.
  await expect(calling("000")).rejects.toMatchObject({ code: 21216 });

  expect(made.status).toBe("queued");
  expect(telephone.calls).toHaveLength(1);
});

test("[XR54] a Dial of another fails with 13227", async () => {
  const { rest } = booted();
  const { callSid } = await booted().inCall(
    "alice",
    `<Dial callerId="${own}">${unverified}</Dial><Pause length="60"/>`,
  );

  const notifications = await eventually(
    () => rest.calls(callSid).notifications.list(),
    (list) => list.length > 0,
  );

  expect(notifications.map(({ errorCode }) => errorCode)).toEqual(["13227"]);
});

test("[XR54] a number is phoned to verify it, and by no other call meanwhile", async () => {
  const { validationRequests, calls } = booted().rest;
  const refusal = { status: 400, code: 21219 };

  const { callSid } = await validationRequests.create({ phoneNumber: unverified, callDelay: 1 });
  await expect(calling(unverified)).rejects.toMatchObject(refusal);
  await telephone.nextCall();

  expect((await calls(callSid).fetch()).to).toBe(unverified);
  await expect(calling(unverified)).rejects.toMatchObject(refusal);
  const sip = calling(`sip:${unverified}@127.0.0.1:${telephone.address.port}`);
  await expect(sip).rejects.toMatchObject(refusal);
  await calls(callSid).update({ status: "completed" });
});
