import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { CoreUnderTest, type InboundCall, answers } from "../../testing/core-under-test.ts";
import type { DialledCall } from "../../testing/fake-edges.ts";

const FRIEND = "+61491570156";
const CARLA = "+61491570157";

async function aBridge(it: CoreUnderTest, to: string, refer = 'referUrl="/refer"') {
  const call = await it.ringInto(`<Dial action="/done" ${refer}>${to}</Dial>`);
  const dialled = it.sip.last;
  await answers(dialled);
  return { call, dialled };
}

/**
 * Returns the two bridges of one telephone: it has answered a call that the exchange dialled, and
 * has placed another call.
 */
async function twoBridges(refer?: string) {
  const it = new CoreUnderTest();
  it.web.respondWith("/done", "<Pause length='60'/>").respondWith("/refer", "<Hangup/>");
  const first = await aBridge(it, FRIEND);
  const second = await aBridge(it, CARLA, refer);
  return {
    it,
    listener: first.call,
    phone: first.dialled,
    consulting: second.call,
    carla: second.dialled,
  };
}

function soundsOf(it: CoreUnderTest, ...calls: (InboundCall | DialledCall)[]): string[] {
  return calls.map((call) => it.soundOf(call));
}

describe("[XI83] an attended transfer", () => {
  test("connects the partners of the two calls and ends both calls of the referrer", async () => {
    const { it, listener, phone, consulting, carla } = await twoBridges();
    const transferRequest = aTransferRequest({ replaces: consulting.leg.id });

    expect(await refers(phone, transferRequest)).toBeNull();

    expect(transferRequest.statuses).toEqual([200]);
    expect(phone.leg.hungUp).not.toBeNull();
    expect(consulting.leg.hungUp).not.toBeNull();
    expect(soundsOf(it, listener, carla)).toEqual(["room", "room"]);
    const rooms = [listener, carla].map(({ leg }) => it.media.memberships.get(leg.id)?.room);
    expect(rooms[0]).toBe(rooms[1]);
    expect(it.web.requestsTo("/refer")).toEqual([]);
  });

  test.each(["listener", "carla"] as const)("ends for both when the %s hangs up", async (who) => {
    const all = await twoBridges();
    await refers(all.phone, aTransferRequest({ replaces: all.consulting.leg.id }));

    all[who].sink.onEnded({ cause: "hangup" });
    await settled();

    const other = who === "carla" ? all.listener : all.carla;
    expect(other.leg.hungUp).not.toBeNull();
    expect(all.it.core.calls.list({ status: "in-progress" })).toEqual([]);
  });

  test.each([
    ["to a call whose Dial has no referUrl", ""],
    ["to a call that does not exist", undefined],
  ])("%s is refused with 603, and all calls continue", async (_what, refer) => {
    const { it, listener, phone, consulting, carla } = await twoBridges(refer);
    const replaces = refer === undefined ? "leg-of-nobody" : consulting.leg.id;

    const refusal = await refers(phone, aTransferRequest({ replaces }));

    expect(refusal?.sipCode).toBe(603);
    expect(soundsOf(it, listener, phone, consulting, carla)).toEqual(Array(4).fill("room"));
  });
});
