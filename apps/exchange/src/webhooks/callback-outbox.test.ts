import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { OutboxHarness } from "../testing/outbox-harness.ts";
import { APP } from "../testing/scripted-web.ts";

describe("CallbackOutbox", () => {
  test("[XW16] delivers all callbacks in their order after the application has restarted", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(3);
    await harness.clock.advance(20_000);
    harness.web.requests.length = 0;

    harness.web.isUnreachable = false;
    await harness.clock.advance(10_000);

    expect(harness.delivered).toEqual(["CA1.0", "CA1.1", "CA1.2"]);
    expect(harness.failed).toEqual([]);
  });

  test("[MN11] reports how many callbacks wait, the age of the oldest, and how many failed", async () => {
    const harness = new OutboxHarness();
    expect(harness.outbox.load).toEqual({ waiting: 0, oldestMs: 0, failed: 0 });
    harness.web.isUnreachable = true;
    harness.send(1);
    await harness.clock.advance(4_000);
    harness.send(1);

    await harness.clock.advance(20_000);

    expect(harness.outbox.load).toEqual({ waiting: 2, oldestMs: 24_000, failed: 0 });
    await harness.clock.advance(300_000);
    expect(harness.outbox.load).toEqual({ waiting: 0, oldestMs: 0, failed: 2 });
  });

  test("[XW42] repeats a request with the same token", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(1);
    await harness.clock.advance(5_000);
    harness.web.isUnreachable = false;
    await harness.clock.advance(10_000);

    const tokens = harness.web.requests.map(({ headers }) => headers["I-Twilio-Idempotency-Token"]);
    expect(tokens.length).toBeGreaterThan(3);
    expect(new Set(tokens).size).toBe(1);
  });

  test("[XW16] gives up after 5 min", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(1);
    await harness.clock.advance(120_000);
    expect(harness.failed).toEqual([]);

    await harness.clock.advance(181_000);

    expect(harness.failed).toEqual([11205]);
    const attempts = harness.web.requests.length;
    await harness.clock.advance(60_000);
    expect(harness.web.requests).toHaveLength(attempts);
  });

  test.each([500, 501, 403, 404, 302])(
    "[XW16] fails a callback at once with 15003 after an answer of %i, and sends the next one",
    async (status) => {
      const harness = new OutboxHarness();
      harness.web.on("/status", ({ params }) => (params["n"] === "CA1.0" ? { status } : ""));
      harness.send(2);

      await settled();

      expect(harness.delivered).toEqual(["CA1.0", "CA1.1"]);
      expect(harness.failed).toEqual([15003]);
      expect(harness.notifications.list()).toMatchObject([{ errorCode: 15003 }]);
    },
  );

  test("[XW77] fails with 15003 at a 302, which would drop the parameters, and follows a 307", async () => {
    const harness = new OutboxHarness();
    harness.web.on("/status", ({ params }) => ({
      status: params["n"] === "CA1.0" ? 302 : 307,
      location: "/there",
    }));
    harness.web.on("/there", "");
    harness.send(2);

    await settled();

    expect(harness.failed).toEqual([15003]);
    expect(harness.web.requestsTo("/there")).toEqual([{ n: "CA1.1" }]);
  });

  test("[XW16] repeats an answered request as often as `rc` and `rp` in the fragment of the URL allow", async () => {
    const harness = new OutboxHarness();
    harness.web.on("/status", { status: 500 });
    const callback = { method: "POST", params: {}, orderKey: "CA1" } as const;
    harness.outbox.send({ ...callback, url: `${APP}/status#rc=2&rp=5xx` });

    await harness.clock.advance(61_000);

    expect(harness.web.requests).toHaveLength(3);
  });

  test.each([502, 503, 504])(
    "[XW16] treats an answer of %i as unavailable and tries again",
    async (status) => {
      const harness = new OutboxHarness();
      harness.web.on("/status", { status });
      harness.send(2);
      await harness.clock.advance(20_000);
      harness.web.requests.length = 0;

      harness.web.on("/status", "");
      await harness.clock.advance(10_000);

      expect(harness.delivered).toEqual(["CA1.0", "CA1.1"]);
    },
  );

  test("[XW16] creates one notification at once that the application is unavailable", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(1);
    await settled();

    expect(harness.notifications.list()).toMatchObject([{ errorCode: 11205, level: "warning" }]);
    expect(harness.failed).toEqual([]);

    await harness.clock.advance(301_000);

    expect(harness.notifications.list()).toHaveLength(1);
    expect(harness.failed).toEqual([11205]);
  });

  test("sends the callbacks of other calls while one call's callback waits", async () => {
    const harness = new OutboxHarness();
    harness.web.on("/status", ({ params }) =>
      params["n"]?.startsWith("CA1") ? { status: 503 } : "",
    );
    harness.send(2, "CA1");
    harness.send(2, "CA2");

    await settled();

    expect(harness.delivered).toEqual(["CA1.0", "CA2.0", "CA2.1"]);
  });

  test("fails the undelivered callbacks when it closes", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(2);
    await settled();

    const closed = harness.outbox.close(1_000);
    await harness.clock.advance(1_100);
    await closed;

    expect(harness.failed).toHaveLength(2);
  });
});
