import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { InsightsPublisher } from "./insights-publisher.ts";

function posted() {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response("")));
  vi.stubGlobal("fetch", fetched);
  return () => {
    const [path, init] = fetched.mock.calls.at(-1) ?? [];
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    return {
      count: fetched.mock.calls.length,
      path,
      token: new Headers(init?.headers).get("x-twilio-token"),
      body,
    };
  };
}

/** Advances the time by the 3 s for which the publisher delays its events. */
async function untilPosted(posting: Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
  await posting;
}

describe("the SDK's insights", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("[VD64] go to our own origin in the SDK's shape, whatever host the SDK uses", async () => {
    const last = posted();
    const publisher = new InsightsPublisher("twilio-js-sdk", "jwt1", {
      defaultPayload: () => ({ call_sid: "CA1" }),
    });
    publisher.setHost();
    publisher.setToken("jwt2");

    await untilPosted(publisher.warn("audio", "muted", { level: 0 }, {}));

    expect(last()).toMatchObject({
      path: "/v4/EndpointEvents",
      token: "jwt2",
      body: {
        level: "WARNING",
        group: "audio",
        name: "muted",
        payload: { call_sid: "CA1", level: 0 },
      },
    });
  });

  test("[VD64] carry a limited batch of samples with Twilio's field names", async () => {
    const last = posted();
    const sample = { jitter: 3, mos: 4.4, rtt: 12, timestamp: 0, totals: { packetsLost: 1 } };

    await untilPosted(
      new InsightsPublisher("twilio-js-sdk", "jwt").postMetrics(
        "quality-metrics-samples",
        "metrics-sample",
        Array.from({ length: 150 }, () => sample),
        { call_sid: "CA1" },
      ),
    );

    const { path, body } = last();
    expect(path).toBe("/v4/EndpointMetrics");
    expect(body).toHaveProperty("payload.length", 100);
    expect(body).toHaveProperty("payload.0.total_packets_lost", 1);
    expect(body).toHaveProperty("payload.0.call_sid", "CA1");
  });

  test("[VD64] wait for three seconds, and are then sent one after the other", async () => {
    const last = posted();
    const publisher = new InsightsPublisher("twilio-js-sdk", "jwt");

    const posting = [publisher.info("audio", "x"), publisher.info("audio", "y")];
    await vi.advanceTimersByTimeAsync(2_999);
    const early = last().count;
    await untilPosted(Promise.all(posting).then(() => undefined));

    expect(early).toBe(0);
    expect(last()).toMatchObject({ count: 2, body: { name: "y" } });
  });

  test("[VD64] are dropped beyond five hundred", async () => {
    const last = posted();
    const publisher = new InsightsPublisher("twilio-js-sdk", "jwt");

    const posting = Array.from({ length: 600 }, () => publisher.info("audio", "x"));
    await untilPosted(Promise.all(posting).then(() => undefined));

    expect(last().count).toBe(500);
  });

  test("never fail a call: a refused post is dropped, and a disabled publisher posts nothing", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("down")));
    const publisher = new InsightsPublisher("twilio-js-sdk", "jwt");
    await expect(untilPosted(publisher.info("audio", "x"))).resolves.toBeUndefined();

    const last = posted();
    publisher.disable();
    await publisher.info("audio", "x");

    expect(last().count).toBe(0);
  });
});
