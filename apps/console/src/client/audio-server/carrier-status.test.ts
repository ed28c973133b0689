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
function looked(at: number, dueAt = at): StatusEvent {
  return { type: "looked", at, dueAt };
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

  expect(after(...polls, looked(15_999)).status).toBe("online");
  expect(after(...polls, looked(16_000))).toMatchObject({ status: "offline", lastReplyAt: 500 });
  const back = after(...polls, looked(16_000), { type: "replied", at: 17_000, report });
  expect(back.status).toBe("online");
  expect(nextStatus(back, looked(60_000)).status).toBe("online");
});

test("[AS4] an audio server that never answered changes from connecting to offline", () => {
  expect(after({ type: "polled", at: 0 }, looked(15_000)).status).toBe("offline");
});

test("[AS4] a late timer makes the status `Connecting...` again, and the next answer or silence decides", () => {
  const slept = after(
    { type: "replied", at: 0, report },
    { type: "polled", at: 10 },
    looked(60_000, 1_000),
  );

  expect(slept).toMatchObject({ status: "connecting", unansweredSince: null });
  const polled = nextStatus(slept, { type: "polled", at: 60_000 });
  expect(nextStatus(polled, looked(74_999)).status).toBe("connecting");
  expect(nextStatus(polled, looked(75_000)).status).toBe("offline");
  expect(nextStatus(polled, { type: "replied", at: 60_100, report }).status).toBe("online");
});

test("[AS2] a new subscription forgets the polls of the old one", () => {
  const state = after({ type: "polled", at: 0 }, { type: "subscribed" }, looked(20_000));

  expect(state.status).toBe("connecting");
});
