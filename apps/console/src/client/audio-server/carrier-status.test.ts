import { expect, test } from "vitest";

import {
  initialStatus,
  nextStatus,
  type CarrierStatus,
  type StatusEvent,
} from "./carrier-status.ts";

const report = {
  line: "line1",
  state: "idle",
  version: "1.0.0",
  levels: { inputDb: null, outputDb: -20 },
} as const;

function after(...events: StatusEvent[]): CarrierStatus {
  return events.reduce(nextStatus, initialStatus);
}
function checked(at: number, dueAt = at): StatusEvent {
  return { type: "checked", at, dueAt };
}

test("[AS2] [AS3] the status starts as connecting, and a status response makes it online", () => {
  const replied = { type: "replied", at: 40, report } as const;

  expect(initialStatus.status).toBe("connecting");
  expect(after({ type: "subscribed" }, { type: "polled", at: 1 }).status).toBe("connecting");
  expect(after({ type: "polled", at: 1 }, replied)).toEqual({
    status: "online",
    unansweredSince: null,
    lastReplyAt: 40,
    report,
  });
});

test("[AS4] the status is offline 15 s after the oldest unanswered poll, and later polls do not restart the 15 s", () => {
  const polls: StatusEvent[] = [
    { type: "replied", at: 500, report },
    { type: "polled", at: 1_000 },
    { type: "polled", at: 11_000 },
  ];

  expect(after(...polls, checked(15_999)).status).toBe("online");
  expect(after(...polls, checked(16_000))).toMatchObject({ status: "offline", lastReplyAt: 500 });
  const back = after(...polls, checked(16_000), { type: "replied", at: 17_000, report });
  expect(back.status).toBe("online");
  expect(nextStatus(back, checked(60_000)).status).toBe("online");
});

test("[AS4] an audio server that never answered changes from connecting to offline", () => {
  expect(after({ type: "polled", at: 0 }, checked(15_000)).status).toBe("offline");
});

test("[AS4] after a late timer the status is `Connecting...` again, until an answer makes it online or 15 s without an answer make it offline", () => {
  const slept = after(
    { type: "replied", at: 0, report },
    { type: "polled", at: 10 },
    checked(60_000, 1_000),
  );

  expect(slept).toMatchObject({ status: "connecting", unansweredSince: null });
  const polled = nextStatus(slept, { type: "polled", at: 60_000 });
  expect(nextStatus(polled, checked(74_999)).status).toBe("connecting");
  expect(nextStatus(polled, checked(75_000)).status).toBe("offline");
  expect(nextStatus(polled, { type: "replied", at: 60_100, report }).status).toBe("online");
});

test("[AS2] polls before a new subscription do not make the audio server offline", () => {
  const state = after({ type: "polled", at: 0 }, { type: "subscribed" }, checked(20_000));

  expect(state.status).toBe("connecting");
});
