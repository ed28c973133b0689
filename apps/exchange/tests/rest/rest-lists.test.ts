import { describe, expect, test } from "vitest";

import { startExchange } from "../../src/index.ts";
import { eventually, testConfig, twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

/** A call to a device that nobody has: it is over soon. */
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

/** The raw answer, for names that the client writes in its own way. */
async function raw(query: string): Promise<{ calls: { sid: string }[]; code?: number }> {
  const response = await booted().request(`/Calls.json?${query}`);
  return (await response.json()) as { calls: { sid: string }[]; code?: number };
}

describe("a call", () => {
  test("[XR55] has every field of Twilio's, whole subresources and a queue time", async () => {
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
        payments: `${folder}/Payments.json`,
        events: `${folder}/Events.json`,
        siprec: `${folder}/Siprec.json`,
        streams: `${folder}/Streams.json`,
        transcriptions: `${folder}/Transcriptions.json`,
        user_defined_messages: `${folder}/UserDefinedMessages.json`,
        user_defined_message_subscriptions: `${folder}/UserDefinedMessageSubscriptions.json`,
      },
    });
  });
});

describe("a list", () => {
  test("[XR6] is cut by times and by days, under their literal names", async () => {
    const sid = await aCall("client:times");
    function day(offset: number) {
      return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    }
    async function found(query: string) {
      const { calls: list } = await raw(`From=client:times&${query}`);
      return list.some((call) => call.sid === sid);
    }

    expect(await found(`StartTime=${day(0)}`)).toBe(true);
    expect(await found(`StartTime=${day(-1)}`)).toBe(false);
    expect(await found(`StartTime>=${day(0)}`)).toBe(true);
    expect(await found(`StartTime%3E=${day(1)}`)).toBe(false);
    expect(await found(`StartTime<=${day(1)}`)).toBe(true);
    expect(await found(`StartTime%3C=${day(-1)}`)).toBe(false);
    expect(await found(`StartTime>=${day(-1)}&StartTime<=${day(1)}`)).toBe(true);
    expect(await raw("StartTime>=soon")).toMatchObject({ code: 20001, status: 400 });
    expect(await raw("StartTime>>=2026-01-01")).toMatchObject({ code: 20001 });
  });

  test("[XR6] is walked to its end by each and list while new records come in", async () => {
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

    // In order, each once; what came in front meanwhile is not gone back for.
    expect(walked).toEqual(before);
    expect(limited).toHaveLength(3);
  });

  test("[XR6] has pages of 1 to 1,000, and tells what is no size", async () => {
    async function ask(query: string) {
      return await raw(`From=client:sizes&${query}`);
    }
    await calls("client:sizes", 3);

    expect((await ask("PageSize=2")).calls).toHaveLength(2);
    expect(await ask("PageSize=1001")).toMatchObject({ page_size: 1000 });
    expect((await ask("PageSize=2&Page=1")).calls).toHaveLength(1);
    expect((await ask("PageSize=2&Page=9")).calls).toEqual([]);
    for (const wrong of ["PageSize=0", "PageSize=-1", "PageSize=many", "Page=-1", "Page=x"]) {
      expect(await ask(wrong)).toMatchObject({ status: 400, code: 20001 });
    }
  });
});

test("[XR227] more requests than the exchange is set to take answer 20429, and may come again", async () => {
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
