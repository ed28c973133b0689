import { expect, describe, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { OutboxHarness } from "../testing/outbox-harness.ts";
import { APP } from "../testing/scripted-web.ts";

describe("callbacks that wait for an application", () => {
  test("[XW16] are retried for 5 min after `send` accepted them, and one whose 5 min have ended is not requested", async () => {
    const post = OutboxHarness.away();
    post.send(1_000);
    await post.clock.advance(299_000);
    expect(post.failed).toEqual([]);

    await post.clock.advance(2_000);

    expect(post.failed).toHaveLength(1_000);
    expect(new Set(post.failed)).toEqual(new Set([11205]));
    expect(new Set(post.delivered)).toEqual(new Set(["CA1.0"]));
  });

  test("[XW16] have 5 min each after their own `send`, and stay in order", async () => {
    const post = OutboxHarness.away();
    post.send(1, "CA1");
    await post.clock.advance(200_000);
    post.send(2, "CA1");
    await post.clock.advance(150_000);
    post.web.requests.length = 0;

    post.web.isUnreachable = false;
    await post.clock.advance(9_000);

    expect(post.delivered).toEqual(["CA1.0", "CA1.1"]);
    expect(post.failed).toEqual([11205]);
  });

  test("[XW16] are at most twenty thousand in total, for all hosts", async () => {
    const post = OutboxHarness.away();
    for (let host = 0; host < 5; host += 1) {
      post.send(4_001, `CA${host}`, `http://${host}.app.test`);
    }

    await settled();

    expect(post.failed).toEqual(Array.from({ length: 5 }, () => 11200));
  });

  test("[XW16] fail when they are dropped, and a notification reports it", async () => {
    const post = OutboxHarness.away();
    post.send(5_000);
    await settled();

    post.outbox.send({
      url: `${APP}/status`,
      method: "POST",
      params: { CallSid: "CA7", n: "one too many" },
      orderKey: "CA7",
      onFailed: (error) => post.failed.push(error.twilioCode),
    });
    expect(post.failed).toEqual([]);
    await settled();

    expect(post.failed).toEqual([11200]);
    expect(post.notifications.list("CA7")).toMatchObject([
      {
        callSid: "CA7",
        level: "warning",
        errorCode: 11200,
        exchange: { request: { url: `${APP}/status`, params: { n: "one too many" } } },
      },
    ]);
    expect(post.notifications.list("CA7")[0]?.message).toContain("5000");
  });
});
