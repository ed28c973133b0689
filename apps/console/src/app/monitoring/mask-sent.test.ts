import { expect, test } from "vitest";

import { maskRecording, maskSent, maskText } from "./mask-sent.ts";

test.each([
  ["No caller has +61 491 570 006.", "No caller has #."],
  ["GET /api/contacts/%2B61491570006", "GET /api/contacts/#"],
  ["/api/caller/caller_list?station=1&find=Kim", "/api/caller/caller_list"],
  ["https://desk.example/2zz?find=Kim#x y", "https://desk.example/2zz y"],
  ['button.call[aria-label="Call Kim"] > svg', "button.call > svg"],
  ['"Kim" is no number', '"…" is no number'],
  ["“Kim of „Zoo“ called” again", '"…" again'],
  ["„Kim Nguyen, cut off", '"…"'],
  ["Cannot read properties of undefined (reading 'name')", null],
  ["HTTP 503 after 10000 ms", null],
  ["trace 5a6c8e8ceab64d43b05496e449590cd3", null],
])("[MN7] nothing of a caller remains in %s, and other text is unchanged", (text, masked) => {
  expect(maskText(text)).toBe(masked ?? text);
});

test("[MN7] every text of an event is masked, at any depth, and ids are kept", () => {
  const event = {
    event_id: "0123456789abcdef0123456789abcdef",
    timestamp: 1_800_000_000.5,
    request: { url: "https://desk.example/2zz?find=Kim" },
    exception: { values: [{ type: "Error", value: 'No "Kim" at 0491 570 006' }] },
    breadcrumbs: [{ data: { url: "/api/contacts/0491570006", "http.query": "find=Kim" } }],
    attributes: { "url.query": { value: "find=Kim", type: "string" } },
  };

  expect(maskSent(event)).toEqual({
    event_id: "0123456789abcdef0123456789abcdef",
    timestamp: 1_800_000_000.5,
    request: { url: "https://desk.example/2zz" },
    exception: { values: [{ type: "Error", value: 'No "…" at #' }] },
    breadcrumbs: [{ data: { url: "/api/contacts/#" } }],
    attributes: {},
  });
});

test("[MN7] values below a depth of 12 are removed", () => {
  const endless: Record<string, unknown> = { name: "Kim" };
  endless["self"] = endless;

  expect(JSON.stringify(maskSent(endless)).length).toBeLessThan(1_000);
});

test("[MN7] a recording has the page's address without its query", () => {
  const recording =
    '{"segment_id":0}\n[{"type":4,"data":{"href":"https://d.example/2zz?find=Kim"}}]';

  expect(maskRecording(recording)).toBe(
    '{"segment_id":0}\n[{"type":4,"data":{"href":"https://d.example/2zz"}}]',
  );
});
