import { describe, expect, test } from "vitest";

import { startExchange } from "../../src/index.ts";
import { eventually, testConfig, twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

/** Creates a call that ends soon, because its device is unknown. */
async function aCall(from: string): Promise<string> {
  const { calls } = booted().rest;
  return (await calls.create({ to: "client:nobody", from, twiml: "<Response/>" })).sid;
}

async function calls(from: string, count: number): Promise<string[]> {
  const sids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    sids.unshift(await aCall(from));
  }
  return sids;
}

describe("a call", () => {
  test("[XR55] has every field of a Twilio call, complete subresources and a queue time", async () => {
    const sid = await aCall("client:fields");

    const call = await booted().rest.calls(sid).fetch();

    const folder = `/2010-04-01/Accounts/${booted().exchange.account.sid}/Calls/${sid}`;
    expect(call.toJSON()).toEqual({
      sid,
      accountSid: booted().exchange.account.sid,
      parentCallSid: null,
      to: "client:nobody",
      toFormatted: "client:nobody",
      from: "client:fields",
      fromFormatted: "client:fields",
      phoneNumberSid: null,
      status: expect.stringMatching(/^(queued|failed)$/),
      startTime: expect.any(Date),
      endTime: expect.toSatisfy((at) => at === null || at instanceof Date),
      duration: expect.toSatisfy((text) => text === null || text === "0"),
      price: null,
      priceUnit: "AUD",
      direction: "outbound-api",
      answeredBy: null,
      apiVersion: "2010-04-01",
      forwardedFrom: null,
      groupSid: null,
      callerName: null,
      queueTime: expect.stringMatching(/^\d+$/),
      trunkSid: null,
      dateCreated: expect.any(Date),
      dateUpdated: expect.any(Date),
      uri: `${folder}.json`,
      subresourceUris: {
        notifications: `${folder}/Notifications.json`,
        recordings: `${folder}/Recordings.json`,
        user_defined_messages: `${folder}/UserDefinedMessages.json`,
        user_defined_message_subscriptions: `${folder}/UserDefinedMessageSubscriptions.json`,
      },
    });
  });
});

describe("a list", () => {
  test("[XR6] is read to its end by `each` and `list` while new records arrive", async () => {
    const before = await calls("client:walk", 7);
    const walked: string[] = [];

    await new Promise<void>((resolve, reject) => {
      booted().rest.calls.each(
        {
          from: "client:walk",
          pageSize: 2,
          done: (error: Error | undefined) => (error ? reject(error) : resolve()),
        },
        ({ sid }) => {
          walked.push(sid);
          void aCall("client:walk");
        },
      );
    });
    const limited = await booted().rest.calls.list({ from: "client:walk", limit: 3, pageSize: 2 });

    // Pages come in order, each record once; new records at the front do not appear.
    expect(walked).toEqual(before);
    expect(limited).toHaveLength(3);
  });
});

test("[XR227] requests beyond the limit are answered 20429, and may be repeated", async () => {
  const exchange = await startExchange(testConfig({ restPerSecond: 5 }));
  const rest = twilioClient(exchange);

  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => rest.queues.list({ limit: 1 })),
  );
  const url = `${exchange.url}/2010-04-01/Accounts.json`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
  const hasty = answers.find(({ status }) => status === 429);
  const [later] = await eventually(
    () => Promise.allSettled([rest.queues.list({ limit: 1 })]),
    ([{ status }]) => status === "fulfilled",
  );

  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 20429 } });
  expect(hasty?.headers.get("retry-after")).toBe("1");
  expect(later).toMatchObject({ value: [] });
  await exchange.close();
});
