import { describe, expect, test } from "vitest";

import { plainTrunk, type Trunk } from "./trunk.ts";
import { isTrunkFault, trunksFor, type TrunkState } from "./trunks-for.ts";

function aTrunk(name: string, parts: Partial<Trunk> = {}): Trunk {
  return { ...plainTrunk(name, [{ host: `${name}.example.net`, port: null }]), ...parts };
}

function order(number: string, trunks: Trunk[], states: Record<string, TrunkState> = {}): string[] {
  function stateOf({ name }: Trunk) {
    return states[name] ?? { isUp: true, calls: 0 };
  }
  const choice = trunksFor(number, trunks, stateOf);
  return choice.type === "none" ? [choice.reason] : choice.trunks.map(({ name }) => name);
}

describe("[XI22] the choice of a trunk", () => {
  test("follows the pattern, the priority, and the length of the pattern", () => {
    const trunks = [
      aTrunk("world"),
      aTrunk("mobile", { patterns: ["+614*"] }),
      aTrunk("country", { patterns: ["+61*", "+64*"] }),
      aTrunk("spare", { patterns: ["+61*"], priority: 2 }),
    ];

    expect(order("+61491570006", trunks)).toEqual(["mobile", "country", "world", "spare"]);
    expect(order("+64211234567", trunks)).toEqual(["country", "world"]);
    expect(order("+12025550100", trunks)).toEqual(["world"]);
  });

  test("matches a whole number exactly", () => {
    const one = [aTrunk("one", { patterns: ["+61255500101"] })];

    expect(order("+61255500101", one)).toEqual(["one"]);
    expect(order("+612555001012", one)).toEqual(["no trunk serves this number"]);
  });

  test("skips a trunk without a free channel, and reports when all are in use", () => {
    const trunks = [aTrunk("small", { maxCalls: 2 }), aTrunk("large", { priority: 5 })];

    expect(order("+61491570006", trunks, { small: { isUp: true, calls: 2 } })).toEqual(["large"]);
    expect(
      order("+61491570006", [aTrunk("small", { maxCalls: 1 })], {
        small: { isUp: true, calls: 1 },
      }),
    ).toEqual(["every trunk for this number is full"]);
  });

  test("[XI36] leaves emergency numbers to the trunks that are marked for them, if there are any", () => {
    const trunks = [
      aTrunk("world"),
      aTrunk("help", { patterns: ["+64*"], emergency: true, priority: 9 }),
    ];

    expect(order("000", trunks)).toEqual(["help"]);
    expect(order("+61112", trunks)).toEqual(["help"]);
    expect(order("+61491570006", trunks)).toEqual(["world"]);
    expect(order("000", trunks.slice(0, 1))).toEqual(["world"]);
  });

  test("continues with the next trunk after a fault of the trunk, not after a refusal", () => {
    expect([403, 408, 500, 503].every(isTrunkFault)).toBe(true);
    expect([404, 480, 484, 486, 487, 600, 603].some(isTrunkFault)).toBe(false);
  });
});
