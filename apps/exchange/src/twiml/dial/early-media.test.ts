import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aCallInto, ends, answers, soundsEarly } from "../../testing/core-under-test.ts";

const FRIEND = "+61491570156";
const OTHER = "+61491570157";

async function dialled(dial: string) {
  const { it, call } = await aCallInto(dial);
  return { it, call, callee: it.sip.last };
}

describe("[XI43] a Dial with early media", () => {
  test("plays ringback, then the far end in one direction, then both", async () => {
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

  test("plays ringback again when the early media ends while others ring", async () => {
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

  test("[XI43] with answerOnBridge opens the path of the unanswered caller without answering the call", async () => {
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

  test("ends both legs when the caller hangs up", async () => {
    const { it, call, callee } = await dialled(`<Dial>${FRIEND}</Dial>`);
    await soundsEarly(callee);

    await ends(call);

    expect(callee.leg.declined).toMatchObject({ cause: "cancelled" });
    expect(it.media.memberships.size).toBe(0);
  });
});
