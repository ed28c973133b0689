import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, STATION, ends } from "../../testing/core-under-test.ts";

const FRIEND = "+61491570156";
const OTHER = "+61491570158";

async function aBridge(refer = 'referUrl="/refer"', isAnswered = true) {
  const it = new CoreUnderTest();
  it.web.respondWith("/done", "<Pause length='60'/>");
  const call = await it.ringInto(`<Dial action="/done" ${refer}>${FRIEND}</Dial>`);
  const friend = it.sip.last;
  if (isAnswered) {
    friend.sink.onAnswered();
  }
  await settled();
  return { it, call, friend };
}

function replacing(replaces: string) {
  return { from: OTHER, to: STATION, replaces };
}

describe("[XI85] a caller who replaces another call", () => {
  test("talks to the calling party if the dialled party is replaced, and the dialled party's leg ends", async () => {
    const { it, call, friend } = await aBridge();

    const other = await it.ring(replacing(friend.leg.id));

    expect(other.leg.answers).toBe(1);
    expect(friend.leg.hungUp).not.toBeNull();
    expect([it.soundOf(call), it.soundOf(other)]).toEqual(["room", "room"]);
    expect(it.web.requestsTo("/incoming")).toHaveLength(1);
    await ends(other);
    expect(call.leg.hungUp).not.toBeNull();
  });

  test("talks to the dialled party if the calling party is replaced", async () => {
    const { it, call, friend } = await aBridge();

    const other = await it.ring(replacing(call.leg.id));

    expect(call.leg.hungUp).not.toBeNull();
    expect([it.soundOf(friend), it.soundOf(other)]).toEqual(["room", "room"]);
  });

  test.each([
    ["the Dial of the other call has no referUrl", "", true, 603],
    ["the other call rings", 'referUrl="/refer"', false, 481],
  ])("is refused if %s, and nothing else changes", async (_what, refer, isAnswered, sipCode) => {
    const { it, call, friend } = await aBridge(refer, isAnswered);

    const other = await it.ring(replacing(friend.leg.id));

    expect(other.leg.declined).toMatchObject({ sipCode });
    expect(friend.leg.isOver).toBe(false);
    expect(it.status(call.sid)).toBe("in-progress");
  });

  test("is refused with 603 if the other call is in no bridge", async () => {
    const it = new CoreUnderTest();

    const other = await it.ring(replacing("leg-of-nobody"));

    expect(other.leg.declined).toMatchObject({ sipCode: 603 });
  });
});
