import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aReferringTalk, FRIEND, OTHER } from "../../testing/a-referring-talk.ts";
import { aWish } from "../../testing/a-wish.ts";
import { LISTENER, STATION } from "../../testing/core-under-test.ts";

describe("a REFER of the dialled party", () => {
  test("[XT86] asks referUrl about the caller, ends the referrer, and the caller is connected", async () => {
    const { it, call, friend } = await aReferringTalk();
    const wish = aWish({ params: [["SipHeader_X-Team", "news"]] });

    const refusal = friend.sink.onTransfer?.(wish);
    await settled();

    expect(refusal).toBeNull();
    expect(it.web.askedOf("/refer")).toMatchObject([
      {
        CallSid: call.sid,
        From: LISTENER,
        To: STATION,
        ReferTransferTarget: "<sip:+61491570157@192.0.2.10>",
        "SipHeader_X-Team": "news",
      },
    ]);
    expect(wish.told).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.last.request).toMatchObject({ to: OTHER, from: LISTENER });
    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.heardBy(call)).toBe("room");
    expect(it.heardBy(it.sip.last)).toBe("room");
  });

  test("[XT86] does not ask the Dial's action any more, not even at the caller's end", async () => {
    const { it, call, friend } = await aReferringTalk();
    friend.sink.onTransfer?.(aWish());
    await settled();

    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.web.askedOf("/done")).toEqual([]);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XT86] is asked by referMethod", async () => {
    const { it, friend } = await aReferringTalk('referMethod="GET"');

    friend.sink.onTransfer?.(aWish());
    await settled();

    expect(it.web.requests.find(({ path }) => path === "/refer")?.method).toBe("GET");
  });

  test("[XT86] who hangs up before the application has answered has passed on all the same", async () => {
    const { it, call, friend } = await aReferringTalk();

    friend.sink.onTransfer?.(aWish());
    friend.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.sip.last.request.to).toBe(OTHER);
    expect(it.status(call.sid)).toBe("in-progress");
    expect(it.web.askedOf("/done")).toEqual([]);
  });

  test("[XT86] without a document the referrer is told 503, and the caller hears an apology", async () => {
    const { it, call, friend } = await aReferringTalk();
    it.web.on("/refer", { status: 500 });
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();

    expect(wish.told).toEqual([503]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.heardBy(call)).toBe("apology");
    expect(it.errorsOf(call.sid)).toEqual([11200]);
  });

  test("[XT86] of a caller who hangs up meanwhile is off with 487", async () => {
    const { it, call, friend } = await aReferringTalk();
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(wish.told).toEqual([487]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.dialled).toHaveLength(1);
  });
});

describe("a REFER of the caller", () => {
  test("[XT86] moves the dialled party, whose own call runs the document", async () => {
    const { it, call, friend } = await aReferringTalk();
    const wish = aWish();

    call.sink.onTransfer?.(wish);
    await settled();

    expect(it.web.askedOf("/refer")).toMatchObject([
      { CallSid: friend.request.callSid, To: FRIEND },
    ]);
    expect(wish.told).toEqual([200]);
    expect(call.leg.hungUp).not.toBeNull();
    expect(friend.leg.isOver).toBe(false);
    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.heardBy(friend)).toBe("room");
    expect(it.web.askedOf("/done")).toEqual([]);
  });

  test("[XT86] who hangs up at once does not take the dialled party with him", async () => {
    const { it, call, friend } = await aReferringTalk();

    call.sink.onTransfer?.(aWish());
    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(friend.leg.isOver).toBe(false);
    expect(it.sip.last.request.to).toBe(OTHER);
  });
});
