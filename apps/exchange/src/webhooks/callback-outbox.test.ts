import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { OutboxHarness } from "../testing/outbox-harness.ts";
import { APP } from "../testing/scripted-web.ts";

describe("CallbackOutbox", () => {
  test("[XW16] delivers all callbacks in their order after the application has restarted", async () => {
    const post = OutboxHarness.away();
    post.send(3);
    await post.clock.advance(20_000);
    post.web.requests.length = 0;

    post.web.isUnreachable = false;
    await post.clock.advance(10_000);

    expect(post.delivered).toEqual(["CA1.0", "CA1.1", "CA1.2"]);
    expect(post.failed).toEqual([]);
  });

  test("[MN11] reports how many callbacks wait, the age of the oldest, and how many failed", async () => {
    const post = new OutboxHarness();
    expect(post.outbox.load).toEqual({ waiting: 0, oldestMs: 0, failed: 0 });
    post.web.isUnreachable = true;
    post.send(1);
    await post.clock.advance(4_000);
    post.send(1);

    await post.clock.advance(20_000);

    expect(post.outbox.load).toEqual({ waiting: 2, oldestMs: 24_000, failed: 0 });
    await post.clock.advance(300_000);
    expect(post.outbox.load).toEqual({ waiting: 0, oldestMs: 0, failed: 2 });
  });

  test("[XW42] repeats a request with the same token", async () => {
    const post = OutboxHarness.away();
    post.send(1);
    await post.clock.advance(5_000);
    post.web.isUnreachable = false;
    await post.clock.advance(10_000);

    const tokens = post.web.requests.map(({ headers }) => headers["I-Twilio-Idempotency-Token"]);
    expect(tokens.length).toBeGreaterThan(3);
    expect(new Set(tokens).size).toBe(1);
  });

  test("[XW16] gives up after 5 min", async () => {
    const post = OutboxHarness.away();
    post.send(1);
    await post.clock.advance(120_000);
    expect(post.failed).toEqual([]);

    await post.clock.advance(181_000);

    expect(post.failed).toEqual([11205]);
    const attempts = post.web.requests.length;
    await post.clock.advance(60_000);
    expect(post.web.requests).toHaveLength(attempts);
  });

  test.each([500, 501, 403, 404, 302])(
    "[XW16] fails a callback at once with 15003 after an answer of %i, and sends the next one",
    async (status) => {
      const post = new OutboxHarness();
      post.web.on("/status", ({ params }) => (params["n"] === "CA1.0" ? { status } : ""));
      post.send(2);

      await settled();

      expect(post.delivered).toEqual(["CA1.0", "CA1.1"]);
      expect(post.failed).toEqual([15003]);
      expect(post.notifications.list()).toMatchObject([{ errorCode: 15003 }]);
    },
  );

  test("[XW77] fails with 15003 at a 302, which would drop the parameters, and follows a 307", async () => {
    const post = new OutboxHarness();
    post.web.on("/status", ({ params }) => ({
      status: params["n"] === "CA1.0" ? 302 : 307,
      location: "/there",
    }));
    post.web.on("/there", "");
    post.send(2);

    await settled();

    expect(post.failed).toEqual([15003]);
    expect(post.web.requestsTo("/there")).toEqual([{ n: "CA1.1" }]);
  });

  test("[XW16] repeats an answered request as often as `rc` and `rp` in the fragment of the URL allow", async () => {
    const post = new OutboxHarness();
    post.web.on("/status", { status: 500 });
    const callback = { method: "POST", params: {}, orderKey: "CA1" } as const;
    post.outbox.send({ ...callback, url: `${APP}/status#rc=2&rp=5xx` });

    await post.clock.advance(61_000);

    expect(post.web.requests).toHaveLength(3);
  });

  test.each([502, 503, 504])(
    "[XW16] treats an answer of %i as unavailable and tries again",
    async (status) => {
      const post = new OutboxHarness();
      post.web.on("/status", { status });
      post.send(2);
      await post.clock.advance(20_000);
      post.web.requests.length = 0;

      post.web.on("/status", "");
      await post.clock.advance(10_000);

      expect(post.delivered).toEqual(["CA1.0", "CA1.1"]);
    },
  );

  test("[XW16] creates one notification at once that the application is unavailable", async () => {
    const post = OutboxHarness.away();
    post.send(1);
    await settled();

    expect(post.notifications.list()).toMatchObject([{ errorCode: 11205, level: "warning" }]);
    expect(post.failed).toEqual([]);

    await post.clock.advance(301_000);

    expect(post.notifications.list()).toHaveLength(1);
    expect(post.failed).toEqual([11205]);
  });

  test("sends the callbacks of other calls while one call's callback waits", async () => {
    const post = new OutboxHarness();
    post.web.on("/status", ({ params }) => (params["n"]?.startsWith("CA1") ? { status: 503 } : ""));
    post.send(2, "CA1");
    post.send(2, "CA2");

    await settled();

    expect(post.delivered).toEqual(["CA1.0", "CA2.0", "CA2.1"]);
  });

  test("fails the undelivered callbacks when it closes", async () => {
    const post = OutboxHarness.away();
    post.send(2);
    await settled();

    const closed = post.outbox.close(1_000);
    await post.clock.advance(1_100);
    await closed;

    expect(post.failed).toHaveLength(2);
  });
});
