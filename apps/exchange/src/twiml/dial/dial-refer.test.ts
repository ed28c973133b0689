import { describe, expect, test } from "vitest";

import { aBridgeWithReferrals, FRIEND, OTHER } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { LISTENER, STATION, ends, answers } from "../../testing/core-under-test.ts";

describe("a REFER of the dialled party", () => {
  test("[XT86] requests referUrl for the caller, ends the referrer, and connects the caller", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();
    const transferRequest = aTransferRequest({ params: [["SipHeader_X-Team", "news"]] });

    const refusal = await refers(friend, transferRequest);

    expect(refusal).toBeNull();
    expect(it.web.requestsTo("/refer")).toMatchObject([
      {
        CallSid: call.sid,
        From: LISTENER,
        To: STATION,
        ReferTransferTarget: "<sip:+61491570157@192.0.2.10>",
        "SipHeader_X-Team": "news",
      },
    ]);
    expect(transferRequest.statuses).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.last.request).toMatchObject({ to: OTHER, from: LISTENER });
    await answers(it.sip.last);
    expect(it.soundOf(call)).toBe("room");
    expect(it.soundOf(it.sip.last)).toBe("room");
  });

  test("[XT86] does not request the Dial's action any more, not even at the caller's end", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();
    await refers(friend);

    await ends(call);

    expect(it.web.requestsTo("/done")).toEqual([]);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XT86] uses referMethod", async () => {
    const { it, friend } = await aBridgeWithReferrals('referMethod="GET"');

    await refers(friend);

    expect(it.web.requests.find(({ path }) => path === "/refer")?.method).toBe("GET");
  });

  test("[XT86] continues when the referrer hangs up before the application answers", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();

    friend.sink.onTransfer?.(aTransferRequest());
    await ends(friend);

    expect(it.sip.last.request.to).toBe(OTHER);
    expect(it.status(call.sid)).toBe("in-progress");
    expect(it.web.requestsTo("/done")).toEqual([]);
  });

  test("[XT86] without a document reports 503 to the referrer, and the caller hears an apology", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();
    it.web.on("/refer", { status: 500 });
    const transferRequest = aTransferRequest();

    await refers(friend, transferRequest);

    expect(transferRequest.statuses).toEqual([503]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.soundOf(call)).toBe("apology");
    expect(it.errorsOf(call.sid)).toEqual([11200]);
  });

  test("[XT86] fails with 487 when the caller hangs up before the application answers", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();
    const transferRequest = aTransferRequest();

    friend.sink.onTransfer?.(transferRequest);
    await ends(call);

    expect(transferRequest.statuses).toEqual([487]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.dialled).toHaveLength(1);
  });
});

describe("a REFER of the caller", () => {
  test("[XT86] moves the dialled party, whose own call runs the document", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();
    const transferRequest = aTransferRequest();

    await refers(call, transferRequest);

    expect(it.web.requestsTo("/refer")).toMatchObject([
      { CallSid: friend.request.callSid, To: FRIEND },
    ]);
    expect(transferRequest.statuses).toEqual([200]);
    expect(call.leg.hungUp).not.toBeNull();
    expect(friend.leg.isOver).toBe(false);
    await answers(it.sip.last);
    expect(it.soundOf(friend)).toBe("room");
    expect(it.web.requestsTo("/done")).toEqual([]);
  });

  test("[XT86] does not end the dialled party when the caller hangs up at once", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();

    call.sink.onTransfer?.(aTransferRequest());
    await ends(call);

    expect(friend.leg.isOver).toBe(false);
    expect(it.sip.last.request.to).toBe(OTHER);
  });
});
