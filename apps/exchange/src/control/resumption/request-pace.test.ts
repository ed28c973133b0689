import { expect, test } from "vitest";

import { RequestPace } from "./request-pace.ts";

const incoming = { url: "https://app.example/incoming", method: "POST" as const };

test("after a crash, requests for one document follow after 3 s, 50 ms apart, from the 17th on", () => {
  const pace = new RequestPace(20);

  const delays = Array.from({ length: 19 }, () => pace.delayOf({ document: incoming }));

  expect(delays.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 0));
  expect(delays.slice(16)).toEqual([3_000, 3_050, 3_100]);
});

test("after a crash, documents of single calls are requested at once beside a long queue", () => {
  const pace = new RequestPace(20);
  const room = { ...incoming, url: "https://app.example/room/1" };
  Array.from({ length: 18 }, () => pace.delayOf({ document: incoming }));

  const delays = [room, { twiml: "<Response/>" }, null].map((document) =>
    pace.delayOf({ document }),
  );

  expect(delays).toEqual([0, 0, 0]);
});

test("after a crash with 5,000 calls, the last document is requested within 20 s", () => {
  const pace = new RequestPace(5_000);

  const delays = Array.from({ length: 5_000 }, () => pace.delayOf({ document: incoming }));

  expect(delays.at(-1)).toBeLessThanOrEqual(20_000);
});
