import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest } from "../../testing/a-transfer-request.ts";

const MUSIC = "hold-music";

describe("a REFER with answerOnBridge", () => {
  test("[XT87] keeps the referrer, with music, until somebody has answered", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    const transferRequest = aTransferRequest();

    friend.sink.onTransfer?.(transferRequest);
    await settled();
    expect(it.soundOf(friend)).toBe(MUSIC);
    expect(it.soundOf(call)).toBe("ringback");
    expect(transferRequest.statuses).toEqual([]);
    it.sip.last.sink.onAnswered();
    await settled();

    expect(transferRequest.statuses).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe("room");
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.status(call.sid)).toBe("completed");
    expect(it.web.requestsTo("/done")).toEqual([]);
  });

  test("[XT87] has the two talk again when nobody comes, and a second one may follow", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    const [first, second] = [aTransferRequest(), aTransferRequest()];

    friend.sink.onTransfer?.(first);
    await settled();
    it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
    await settled();

    expect(first.statuses).toEqual([486]);
    expect([it.soundOf(call), it.soundOf(friend)]).toEqual(["room", "room"]);
    expect(friend.sink.onTransfer?.(second)).toBeNull();
    await settled();
    it.sip.last.sink.onAnswered();
    await settled();
    expect(second.statuses).toEqual([200]);
  });

  test("[XT87] of the caller: the dialled party comes back to them, or leaves them", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    call.sink.onTransfer?.(aTransferRequest());
    await settled();
    expect(it.soundOf(call)).toBe(MUSIC);
    it.sip.last.sink.onEnded({ cause: "no-answer", sipCode: 408 });
    await settled();
    expect([it.soundOf(call), it.soundOf(friend)]).toEqual(["room", "room"]);

    call.sink.onTransfer?.(aTransferRequest());
    await settled();
    it.sip.last.sink.onAnswered();
    await settled();

    expect(call.leg.hungUp).not.toBeNull();
    expect(it.soundOf(friend)).toBe("room");
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test.each([
    ["Conference", "<Dial><Conference>desk</Conference></Dial>"],
    ["queue", "<Enqueue>waiting</Enqueue>"],
  ])("[XT87] a %s that was entered counts as somebody", async (_what, document) => {
    const { it, friend } = await aBridgeWithReferrals('answerOnBridge="true"', document);
    await it.ringInto("<Enqueue>waiting</Enqueue>");
    const transferRequest = aTransferRequest();

    friend.sink.onTransfer?.(transferRequest);
    await settled();

    expect(transferRequest.statuses).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test("[XT87] the referrer hangs up while it rings: the caller waits on, and there is no way back", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    friend.sink.onTransfer?.(aTransferRequest());
    await settled();

    friend.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.status(call.sid)).toBe("in-progress");
    it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
    await settled();

    expect(it.web.requestsTo("/done")).toHaveLength(1);
  });

  test("[XT87] the Dial's time limit and star key end no talk but its own", async () => {
    const limits = 'timeLimit="60" hangupOnStar="true"';
    const { it, call, friend } = await aBridgeWithReferrals(`answerOnBridge="true" ${limits}`);
    call.sink.onTransfer?.(aTransferRequest());
    await settled();

    call.sink.onDigit("*");
    await settled();
    expect(friend.leg.isOver).toBe(false);
    it.sip.last.sink.onAnswered();
    await settled();
    await it.clock.advance(60_100);

    expect([it.soundOf(friend), it.soundOf(it.sip.last)]).toEqual(["room", "room"]);
  });
});
