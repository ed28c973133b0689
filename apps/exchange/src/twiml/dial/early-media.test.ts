import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aCallInto, ends, answers, soundsEarly } from "../../testing/core-under-test.ts";

const FRIEND = "+61491570156";
const OTHER = "+61491570157";

async function dialled(dial: string) {
  const { it, call } = await aCallInto(dial);
  return { it, call, callee: it.sip.last };
}

describe("[XI43] a Dial whose far end can be heard before it answers", () => {
  test("ringback until then, then the far end, one way, then the talk", async () => {
    const { it, call, callee } = await dialled(`<Dial>${FRIEND}</Dial>`);
    callee.sink.onRinging();
    expect(it.soundOf(call)).toBe("ringback");

    await soundsEarly(callee);
    expect(it.soundOf(call)).toBe("room");
    expect(it.media.playing.has(call.leg.id)).toBe(false);
    const room = it.media.memberships.get(call.leg.id);
    expect(room?.membership).toMatchObject({ muted: true });
    expect(it.media.memberships.get(callee.leg.id)).toMatchObject({
      room: room?.room,
      membership: { muted: false, deaf: true },
    });

    await answers(callee);
    const joined = it.media.memberships.get(call.leg.id);
    expect(joined?.membership).toEqual({ muted: false, hold: false });
    expect(it.media.memberships.get(callee.leg.id)).toEqual(joined);
    expect(it.media.playing.has(call.leg.id)).toBe(false);
  });

  test("it falls silent or ends: ringback again while others ring", async () => {
    const numbers = `<Number>${FRIEND}</Number><Number>${OTHER}</Number>`;
    const { it, call } = await dialled(`<Dial>${numbers}</Dial>`);
    const [first, second] = it.sip.dialled;

    first?.sink.onEarlyMedia?.(true);
    second?.sink.onEarlyMedia?.(true);
    await settled();
    expect(it.media.memberships.has(first?.leg.id ?? "")).toBe(true);
    expect(it.media.memberships.has(second?.leg.id ?? "")).toBe(false);
    first?.sink.onEnded({ cause: "busy" });
    await settled();

    expect(it.soundOf(call)).toBe("ringback");
  });

  test("[XI43] answerOnBridge: the unanswered caller's path is opened, and they are not answered", async () => {
    const { it, call, callee } = await dialled(`<Dial answerOnBridge="true">${FRIEND}</Dial>`);
    expect(it.soundOf(call)).toBe("silence");

    await soundsEarly(callee);
    expect(call.leg).toMatchObject({ earlyMediaCount: 1, answers: 0 });
    expect(it.soundOf(call)).toBe("room");
    expect(it.status(call.sid)).toBe("ringing");

    await answers(callee);
    expect(call.leg.answers).toBe(1);
    expect(it.soundOf(callee)).toBe("room");
  });

  test("the caller gives up: both legs are let go", async () => {
    const { it, call, callee } = await dialled(`<Dial>${FRIEND}</Dial>`);
    await soundsEarly(callee);

    await ends(call);

    expect(callee.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(it.media.memberships.size).toBe(0);
  });
});
