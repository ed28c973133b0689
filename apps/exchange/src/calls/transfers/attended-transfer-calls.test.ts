import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { CoreUnderTest, ends, answers } from "../../testing/core-under-test.ts";

const FRIEND = "+61491570156";

async function aBridge(it: CoreUnderTest, timeLimitS: number) {
  const dial = `<Dial action="/done" referUrl="/refer" timeLimit="${timeLimitS}">${FRIEND}</Dial>`;
  const call = await it.ringInto(dial);
  const friend = it.sip.last;
  await answers(friend);
  return { call, friend };
}

async function twoBridges(limits: [number, number]) {
  const it = new CoreUnderTest();
  it.web.respondWith("/done", "<Pause length='60'/>");
  const first = await aBridge(it, limits[0]);
  await it.clock.advance(2_000);
  const second = await aBridge(it, limits[1]);
  return { it, first, second };
}

describe("[XI83] connected calls without their Dial", () => {
  test.each([
    [6, 60, 4],
    [60, 6, 6],
  ])(
    "with the limits %s s and %s s end %s s after the transfer, at the shorter remaining limit",
    async (one, other, leftS) => {
      const { it, first, second } = await twoBridges([one, other]);
      await refers(second.call, aTransferRequest({ replaces: first.call.leg.id }));

      await it.clock.advance(leftS * 1000 - 1);
      expect([it.soundOf(first.friend), it.soundOf(second.friend)]).toEqual(["room", "room"]);
      await it.clock.advance(1);

      expect([first.friend.leg.isOver, second.friend.leg.isOver]).toEqual([true, true]);
    },
  );
});

describe("[XT86] the action of the Dial of a transferred call", () => {
  test.each(["call", "friend"] as const)("is not requested when `%s` refers", async (who) => {
    const { it, first, second } = await twoBridges([600, 600]);

    second[who].sink.onTransfer?.(aTransferRequest({ replaces: first[who].leg.id }));
    await settled();

    expect(it.web.requestsTo("/done")).toEqual([]);
  });
});

describe("[XT87] the time limit of a Dial whose transfer fails", () => {
  const limited = 'answerOnBridge="true" timeLimit="20"';

  test("ends the two calls at once if it has passed during the transfer", async () => {
    const { it, call, friend } = await aBridgeWithReferrals(limited);
    friend.sink.onTransfer?.(aTransferRequest());
    await it.clock.advance(21_000);
    expect(friend.leg.isOver).toBe(false);
    await ends(it.sip.last, { cause: "busy", sipCode: 486 });

    expect(friend.leg.isOver).toBe(true);
    expect(it.web.requestsTo("/done")).toHaveLength(1);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("ends the two calls later if the transfer fails before the limit", async () => {
    const { it, friend } = await aBridgeWithReferrals(limited);
    friend.sink.onTransfer?.(aTransferRequest());
    await it.clock.advance(15_000);
    await ends(it.sip.last, { cause: "busy", sipCode: 486 });

    await it.clock.advance(4_900);
    expect(friend.leg.isOver).toBe(false);
    await it.clock.advance(100);
    expect(friend.leg.isOver).toBe(true);
  });
});
