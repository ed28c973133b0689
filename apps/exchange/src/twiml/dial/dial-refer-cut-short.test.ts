import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { ends } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const twiml = `<Response><Play>${APP}/elsewhere.wav</Play></Response>`;
const elsewhere = { program: { type: "twiml", twiml } } as const;

async function ringing(who: "call" | "friend" = "friend") {
  const { it, ...parties } = await aBridgeWithReferrals('answerOnBridge="true"');
  const referrer = parties[who];
  const referee = who === "friend" ? parties.call : parties.friend;
  /**
   * The reports to the referrer. The flag states whether the referrer's call was still connected.
   */
  const reports: [sipCode: number, wasThere: boolean][] = [];
  function report(sipCode: number) {
    return void reports.push([sipCode, referrer.leg.hungUp === null]);
  }
  await refers(referrer, { ...aTransferRequest(), report });
  const sidOf = { call: parties.call.sid, friend: parties.friend.request.callSid };
  const refereeSid = who === "friend" ? sidOf.call : sidOf.friend;
  return { it, referrer, referee, reports, referrerSid: sidOf[who], refereeSid };
}

describe.each(["friend", "call"] as const)("a transfer that the %s has requested", (who) => {
  test("[XT87] fails with 487, reported before the BYE, when REST redirects the referee", async () => {
    const { it, refereeSid, reports } = await ringing(who);

    it.core.calls.update(refereeSid, elsewhere);
    await settled();

    expect(reports).toEqual([[487, true]]);
    expect(it.sip.last.leg.isOver).toBe(true);
  });

  test("[XT87] fails with 487, reported before the BYE, when the referee hangs up", async () => {
    const { referee, reports } = await ringing(who);

    await ends(referee);

    expect(reports).toEqual([[487, true]]);
  });

  test("[XT87] fails with 487 at once when REST redirects the referrer, and the referrer stays in the new document", async () => {
    const { it, referrer, referrerSid, reports } = await ringing(who);

    it.core.calls.update(referrerSid, elsewhere);
    await settled();

    expect(reports).toEqual([[487, true]]);
    expect(it.soundOf(referrer)).toBe(`${APP}/elsewhere.wav`);
    expect(it.sip.last.leg.isOver).toBe(true);
    expect(referrer.leg.isOver).toBe(false);
  });
});
