import { describe, expect, test } from "vitest";

import { toSeen } from "./to-seen.ts";

const shown = { carried: true, reason: "threats", until: null };

describe("toSeen", () => {
  test("[FL27] returns the state of the flag if call and profile agree", () => {
    const free = { ...shown, carried: false };
    expect(toSeen({ shown, inProfile: true })).toEqual({ seen: shown });
    expect(toSeen({ shown: free, inProfile: false })).toEqual({ seen: free });
  });

  test("returns an empty object while the profile has not loaded since the call's flag changed", () => {
    expect(toSeen({ shown, inProfile: false })).toEqual({});
    expect(toSeen({ shown: { ...shown, carried: false }, inProfile: true })).toEqual({});
    expect(toSeen({ shown, inProfile: null })).toEqual({});
  });
});
