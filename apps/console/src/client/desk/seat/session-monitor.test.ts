import { describe, expect, test } from "vitest";

import type { SessionState, SignInStart } from "../../session/session-client.ts";
import { noticed, sessionChanged } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import { createStore } from "../../store/store.ts";
import { chooseSessionAction, SessionExpiryTimer, SessionMonitor } from "./session-monitor.ts";

const nobody: SessionState = { status: "unauthenticated" };
function alice(expires: string): SessionState {
  return {
    status: "authenticated",
    user: { id: "u", name: "Alice", email: null },
    expires,
  };
}

test("a console whose session is no longer valid goes to sign-in", () => {
  expect(chooseSessionAction(nobody, { wasSignedIn: true, isOnCall: false })).toBe("sign_in");
});

test("[AU29] a console with a call stays when its session is no longer valid", () => {
  expect(chooseSessionAction(nobody, { wasSignedIn: true, isOnCall: true })).toBe("stay");
});

test("[AU3] a signed-in page, and one that has not been signed in yet, is shown", () => {
  const seen = alice("2026-01-01T12:00:00Z");

  expect(chooseSessionAction(seen, { wasSignedIn: true, isOnCall: true })).toBe("show");
  expect(chooseSessionAction(nobody, { wasSignedIn: false, isOnCall: false })).toBe("show");
});

describe("[AU29] an idle page", () => {
  function watch(now = "2026-01-01T00:00:00Z") {
    const waits: { ms: number; run: () => void; cancelled: boolean }[] = [];
    const seen = { refreshed: 0, warned: [] as (number | null)[] };
    const expiry = new SessionExpiryTimer({
      now: () => Date.parse(now),
      schedule: (run, ms) => {
        const one = { ms, run, cancelled: false };
        waits.push(one);
        return () => (one.cancelled = true);
      },
      refresh: () => (seen.refreshed += 1),
      warn: (minutes) => void seen.warned.push(minutes),
    });
    return { expiry, waits, seen };
  }

  test("loads the session again when it has expired", () => {
    const { expiry, waits, seen } = watch("2026-01-01T11:59:00Z");

    expiry.restart(alice("2026-01-01T12:00:00Z"));
    waits[0]?.run();

    expect(waits[0]?.ms).toBe(60_000 + 1_000);
    expect(seen.refreshed).toBe(1);
  });

  test.each([
    ["2026-01-01T00:00:00Z", null, 12 * 3_600_000 - 600_000],
    ["2026-01-01T11:50:00Z", 10, 480_000],
    ["2026-01-01T11:57:30Z", 10, 30_000],
    ["2026-01-01T11:58:00Z", 2, 121_000],
    ["2026-01-01T12:00:01Z", null, 1_000],
  ])(
    "[CN14] has at %s a warning of %s min, and loads the session next in %s ms",
    (now, minutes, ms) => {
      const { expiry, waits, seen } = watch(now);

      expiry.restart(alice("2026-01-01T12:00:00Z"));

      expect(seen.warned).toEqual([minutes]);
      expect(waits.map((wait) => wait.ms)).toEqual([ms]);
    },
  );

  test("has a timer for the newest session only, of at least a second, and none when signed out", () => {
    const { expiry, waits } = watch();

    expiry.restart(alice("2025-12-31T00:00:00Z"));
    expiry.restart(alice("2036-01-01T00:00:00Z"));
    expiry.restart(nobody);

    expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2 ** 31 - 1]);
    expect(waits.every(({ cancelled }) => cancelled)).toBe(true);
  });
});

describe("the session monitor", () => {
  function aMonitor({ starts = "leaving" as SignInStart, isOnCall = false } = {}) {
    const store = createStore();
    const seen: string[] = [];
    const timers: { run: () => void; ms: number }[] = [];
    const offered: { notice: Notice; run: () => void }[] = [];
    const session = {
      state: nobody as SessionState,
      onChange: () => () => undefined,
      refresh: async () => monitor.check(),
      csrfToken: async () => "",
      signIn: async () => {
        seen.push("sign in");
        return starts;
      },
      requireSignIn: () => void seen.push("session required"),
      signOut: async () => undefined,
    };
    const monitor = new SessionMonitor({
      session,
      store,
      schedule: (run, ms) => {
        const timer = { run, ms };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
      isOnCall: () => isOnCall,
      offer: (notice, run) => {
        store.dispatch(noticed(notice));
        offered.push({ notice, run });
      },
    });
    const failure = () => store.getState().desk.startFailure;
    return { monitor, session, store, seen, timers, failure, offered };
  }
  function inMinutes(minutes: number): SessionState {
    return alice(new Date(Date.now() + minutes * 60_000).toISOString());
  }

  test("[CN14] announces the end of the session 10 and 2 minutes before, once each, with a button to stay", () => {
    const { monitor, session, store, seen, offered } = aMonitor();
    function words() {
      return store.getState().desk.notices.map((notice) => notice.words);
    }
    session.state = inMinutes(60);
    monitor.check();
    expect(words()).toEqual([]);
    session.state = inMinutes(9.9);
    monitor.check();
    monitor.check();
    expect(words()).toEqual(["Your session ends in 10 minutes"]);
    session.state = inMinutes(1.9);
    monitor.check();

    expect(words()).toEqual(["Your session ends in 2 minutes"]);
    expect(offered.map(({ notice }) => notice.actionLabel)).toEqual([
      "Stay signed in",
      "Stay signed in",
    ]);
    offered[1]?.run();
    expect(seen).toEqual(["sign in"]);
    session.state = inMinutes(60);
    monitor.check();
    expect(words()).toEqual([]);
  });

  test("[CN14] [AU29] has no button that leaves the page during a call", () => {
    const { monitor, session, store, offered } = aMonitor({ isOnCall: true });

    session.state = inMinutes(9);
    monitor.check();

    expect(store.getState().desk.notices[0]?.words).toMatch(
      /^Your session ends in 10 minutes\. Your/,
    );
    expect(offered).toEqual([]);
  });

  test("[SH22] shows that a sign-in cannot begin, and removes the message on the next attempt", async () => {
    const { monitor, failure } = aMonitor({ starts: "unreachable" });

    await monitor.signIn();
    expect(failure()).toEqual({ step: "sign_in", reason: "unreachable" });
    const again = monitor.signIn();

    expect(failure()).toBeNull();
    await again;
    expect(failure()).toEqual({ step: "sign_in", reason: "unreachable" });
  });

  test("[SH22] shows a failure when the browser is still on this page 10 s after the sign-in began", async () => {
    const { monitor, timers, failure } = aMonitor();

    await monitor.signIn();
    expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
    expect(failure()).toBeNull();
    timers[0]?.run();

    expect(failure()).toEqual({ step: "sign_in", reason: "timeout" });
  });

  test("[SH22] shows nothing to a person who is signed in by then, in another tab for example", async () => {
    const { monitor, session, timers, failure } = aMonitor();
    await monitor.signIn();
    timers[0]?.run();

    session.state = alice("2036-01-01T00:00:00Z");
    monitor.check();

    expect(failure()).toBeNull();
  });

  test("[SH23] leads to the sign-in page when a request is refused without a session", () => {
    const { monitor, store, seen } = aMonitor();
    store.dispatch(sessionChanged(alice("2036-01-01T00:00:00Z")));

    monitor.handleSessionRequired();

    expect(seen).toEqual(["session required"]);
  });

  test("[SH23] [AU29] does not lead to the sign-in page during a call", () => {
    const { monitor, store, seen } = aMonitor({ isOnCall: true });
    store.dispatch(sessionChanged(alice("2036-01-01T00:00:00Z")));

    monitor.handleSessionRequired();

    expect(seen).toEqual([]);
  });
});
