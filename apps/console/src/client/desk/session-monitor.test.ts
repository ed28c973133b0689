import { describe, expect, test } from "vitest";

import type { SessionState } from "../session/session-client.ts";
import { chooseSessionAction, SessionExpiryTimer } from "./session-monitor.ts";

const nobody: SessionState = { status: "unauthenticated" };
function alice(expires: string): SessionState {
  return {
    status: "authenticated",
    user: { id: "u", name: "Alice", email: null },
    expires,
  };
}

test("[AU11] a console whose session is false goes to sign in", () => {
  expect(chooseSessionAction(nobody, { wasSignedIn: true, isOnCall: false })).toBe("sign_in");
});

test("[AU32] a console that talks stays, whatever became of its session", () => {
  expect(chooseSessionAction(nobody, { wasSignedIn: true, isOnCall: true })).toBe("stay");
});

test("[AU3] who is signed in, and who has not been yet, is shown", () => {
  const seen = alice("2026-01-01T12:00:00Z");

  expect(chooseSessionAction(seen, { wasSignedIn: true, isOnCall: true })).toBe("show");
  expect(chooseSessionAction(nobody, { wasSignedIn: false, isOnCall: false })).toBe("show");
});

describe("[AU29] a page that is left alone", () => {
  function watch() {
    const waits: { ms: number; run: () => void; cancelled: boolean }[] = [];
    const seen = { refreshed: 0 };
    const expiry = new SessionExpiryTimer({
      now: () => Date.parse("2026-01-01T00:00:00Z"),
      schedule: (run, ms) => {
        const one = { ms, run, cancelled: false };
        waits.push(one);
        return () => (one.cancelled = true);
      },
      refresh: () => (seen.refreshed += 1),
    });
    return { expiry, waits, seen };
  }

  test("asks again when its session has run out", () => {
    const { expiry, waits, seen } = watch();

    expiry.restart(alice("2026-01-01T12:00:00Z"));
    waits[0]?.run();

    expect(waits[0]?.ms).toBe(12 * 3_600_000 + 1_000);
    expect(seen.refreshed).toBe(1);
  });

  test("waits for one end only, never in a hot loop, and for nobody when signed out", () => {
    const { expiry, waits } = watch();

    expiry.restart(alice("2025-12-31T00:00:00Z"));
    expiry.restart(alice("2036-01-01T00:00:00Z"));
    expiry.restart(nobody);

    expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2 ** 31 - 1]);
    expect(waits.every(({ cancelled }) => cancelled)).toBe(true);
  });
});
