import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { OutboxHarness } from "../testing/outbox-harness.ts";
import { APP } from "../testing/scripted-web.ts";

describe("callbacks that wait for an application", () => {
  test("[XW16] are retried for 5 min after `send` accepted them, and one whose 5 min have ended is not requested", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(1_000);
    await harness.clock.advance(299_000);
    expect(harness.failed).toEqual([]);

    await harness.clock.advance(2_000);

    expect(harness.failed).toHaveLength(1_000);
    expect(new Set(harness.failed)).toEqual(new Set([11205]));
    expect(new Set(harness.delivered)).toEqual(new Set(["CA1.0"]));
  });

  test("[XW16] have 5 min each after their own `send`, and stay in order", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(1, "CA1");
    await harness.clock.advance(200_000);
    harness.send(2, "CA1");
    await harness.clock.advance(150_000);
    harness.web.requests.length = 0;

    harness.web.isUnreachable = false;
    await harness.clock.advance(9_000);

    expect(harness.delivered).toEqual(["CA1.0", "CA1.1"]);
    expect(harness.failed).toEqual([11205]);
  });

  test("[XW16] are at most twenty thousand in total, for all hosts", async () => {
    const harness = OutboxHarness.unreachable();
    for (let host = 0; host < 5; host += 1) {
      harness.send(4_001, `CA${host}`, `http://${host}.app.test`);
    }

    await settled();

    expect(harness.failed).toEqual(Array.from({ length: 5 }, () => 11200));
  });

  test("[XW16] fail when they are dropped, and a notification reports it", async () => {
    const harness = OutboxHarness.unreachable();
    harness.send(5_000);
    await settled();

    harness.outbox.send({
      url: `${APP}/status`,
      method: "POST",
      params: { CallSid: "CA7", n: "one too many" },
      orderKey: "CA7",
      onFailed: (error) => harness.failed.push(error.twilioCode),
    });
    expect(harness.failed).toEqual([]);
    await settled();

    expect(harness.failed).toEqual([11200]);
    expect(harness.notifications.list("CA7")).toMatchObject([
      {
        callSid: "CA7",
        level: "warning",
        errorCode: 11200,
        exchange: { request: { url: `${APP}/status`, params: { n: "one too many" } } },
      },
    ]);
    expect(harness.notifications.list("CA7")[0]?.message).toContain("5000");
  });
});
