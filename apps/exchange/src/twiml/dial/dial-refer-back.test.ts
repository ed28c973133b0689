import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { ends, answers } from "../../testing/core-under-test.ts";

const MUSIC = "hold-music";

describe("a REFER with answerOnBridge", () => {
  test("[XT87] keeps the referrer on music until the other party is connected", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    const transferRequest = aTransferRequest();

    await refers(friend, transferRequest);
    expect(it.soundOf(friend)).toBe(MUSIC);
    expect(it.soundOf(call)).toBe("ringback");
    expect(transferRequest.statuses).toEqual([]);
    await answers(it.sip.last);

    expect(transferRequest.statuses).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe("room");
    await ends(it.sip.last);
    expect(it.status(call.sid)).toBe("completed");
    expect(it.web.requestsTo("/done")).toEqual([]);
  });

  test("[XT87] connects the two parties again when the target does not answer, and a second REFER is accepted", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    const [first, second] = [aTransferRequest(), aTransferRequest()];

    await refers(friend, first);
    await ends(it.sip.last, { cause: "busy", sipCode: 486 });

    expect(first.statuses).toEqual([486]);
    expect([it.soundOf(call), it.soundOf(friend)]).toEqual(["room", "room"]);
    expect(await refers(friend, second)).toBeNull();
    await answers(it.sip.last);
    expect(second.statuses).toEqual([200]);
  });

  test("[XT87] from the caller connects the two parties again when the target does not answer, and otherwise hangs up the caller", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    await refers(call);
    expect(it.soundOf(call)).toBe(MUSIC);
    await ends(it.sip.last, { cause: "no-answer", sipCode: 408 });
    expect([it.soundOf(call), it.soundOf(friend)]).toEqual(["room", "room"]);

    await refers(call);
    await answers(it.sip.last);

    expect(call.leg.hungUp).not.toBeNull();
    expect(it.soundOf(friend)).toBe("room");
    await ends(it.sip.last);
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test.each([
    ["Conference", "<Dial><Conference>desk</Conference></Dial>"],
    ["queue", "<Enqueue>waiting</Enqueue>"],
  ])("[XT87] treats a joined %s as an answer", async (_what, document) => {
    const { it, friend } = await aBridgeWithReferrals('answerOnBridge="true"', document);
    await it.ringInto("<Enqueue>waiting</Enqueue>");
    const transferRequest = aTransferRequest();

    await refers(friend, transferRequest);

    expect(transferRequest.statuses).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test("[XT87] continues when the referrer hangs up during the ringing, and ends the Dial when the target is busy", async () => {
    const { it, call, friend } = await aBridgeWithReferrals('answerOnBridge="true"');
    await refers(friend);

    await ends(friend);
    expect(it.status(call.sid)).toBe("in-progress");
    await ends(it.sip.last, { cause: "busy", sipCode: 486 });

    expect(it.web.requestsTo("/done")).toHaveLength(1);
  });

  test("[XT87] is not ended by the time limit and the star digit of the first Dial", async () => {
    const limits = 'timeLimit="60" hangupOnStar="true"';
    const { it, call, friend } = await aBridgeWithReferrals(`answerOnBridge="true" ${limits}`);
    await refers(call);

    call.sink.onDigit("*");
    await settled();
    expect(friend.leg.isOver).toBe(false);
    await answers(it.sip.last);
    await it.clock.advance(60_100);

    expect([it.soundOf(friend), it.soundOf(it.sip.last)]).toEqual(["room", "room"]);
  });
});
