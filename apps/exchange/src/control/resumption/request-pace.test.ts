import { expect, test } from "vitest";

import { RequestPace } from "./request-pace.ts";

const incoming = { url: "https://app.example/incoming", method: "POST" as const };

test("after a crash, requests for the same document follow 50 ms apart, and others are sent at once", () => {
  const pace = new RequestPace(5);
  const room = { ...incoming, url: "https://app.example/room/1" };

  const delays = [incoming, room, incoming, { twiml: "<Response/>" }, incoming].map((document) =>
    pace.delayOf({ document }),
  );

  expect(delays).toEqual([0, 0, 50, 0, 100]);
});

test("after a crash with 5,000 calls, the last document is requested within 20 s", () => {
  const pace = new RequestPace(5_000);

  const delays = Array.from({ length: 5_000 }, () => pace.delayOf({ document: incoming }));

  expect(delays.at(-1)).toBeLessThanOrEqual(20_000);
});
