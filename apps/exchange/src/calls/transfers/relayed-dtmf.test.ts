import { describe, expect, test } from "vitest";

import { aConference } from "../../testing/conference-harness.ts";
import { CoreUnderTest, type InboundCall, ends, answers } from "../../testing/core-under-test.ts";

const FRIEND = "+61491570156";

function press(it: CoreUnderTest, { leg }: Pick<InboundCall, "leg">, digit: string): void {
  it.media.emit({ type: "leg.digit", leg: leg.id, digit });
}

function digitsTo(it: CoreUnderTest, { leg }: Pick<InboundCall, "leg">) {
  return it.media.digitsTo.get(leg.id) ?? "";
}

describe("[XI42] digits pressed in a Dial", () => {
  async function aBridge(target: string, kind: "client" | "sip" = "sip") {
    const it = new CoreUnderTest();
    const caller = await it.ringInto(`<Dial>${target}</Dial>`, kind);
    const callee = target.startsWith("<Client") ? it.client.last : it.sip.last;
    await answers(callee);
    return { it, caller, callee };
  }

  test("reach the other telephone as digits, in both directions", async () => {
    const { it, caller, callee } = await aBridge(FRIEND);

    press(it, caller, "1");
    press(it, caller, "2");
    press(it, callee, "#");

    expect(digitsTo(it, callee)).toBe("12");
    expect(digitsTo(it, caller)).toBe("#");
  });

  test("from the voice SDK's signalling reach the telephone, and a browser gets none", async () => {
    const { it, caller, callee } = await aBridge(FRIEND, "client");

    caller.sink.onDigit("5");
    press(it, callee, "9");

    expect(digitsTo(it, callee)).toBe("5");
    expect(digitsTo(it, caller)).toBe("");
  });

  test("that were detected in band are not forwarded, because the other party heard them", async () => {
    const { it, caller, callee } = await aBridge(FRIEND);

    it.media.emit({ type: "leg.digit", leg: caller.leg.id, digit: "1", isInBand: true });

    expect(digitsTo(it, callee)).toBe("");
  });

  test("are dropped when the two parties are no longer connected", async () => {
    const { it, caller, callee } = await aBridge(FRIEND);
    await ends(callee);

    press(it, caller, "1");

    expect(digitsTo(it, callee)).toBe("");
  });
});

describe("[XI42] digits pressed in a conference", () => {
  test("from one of two participants reach the other's telephone", async () => {
    const { harness, agent, caller } = await aConference();

    press(harness.it, agent, "3");
    press(harness.it, caller, "4");

    expect(digitsTo(harness.it, caller)).toBe("3");
    expect(digitsTo(harness.it, agent)).toBe("");
  });

  test("from one of three participants are dropped", async () => {
    const { harness, agent, caller } = await aConference();
    const third = await harness.join();

    press(harness.it, agent, "3");

    expect([caller, third].map((call) => digitsTo(harness.it, call))).toEqual(["", ""]);
  });

  test("from a muted participant, and to one on hold, are dropped", async () => {
    const { harness, agent, caller } = await aConference();

    await harness.update(agent, { muted: true });
    press(harness.it, agent, "3");
    await harness.update(agent, { muted: false });
    await harness.update(caller, { hold: true });
    press(harness.it, agent, "4");

    expect(digitsTo(harness.it, caller)).toBe("");
  });
});
