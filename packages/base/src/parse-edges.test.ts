import { expect, test } from "vitest";

import { findEdgeName, parseEdges } from "./parse-edges.ts";

test("[XS78] a list of edges gives each name its address", () => {
  const edges = parseEdges("sydney=Syd.example.com, dublin=dub.example.com:8443,six=[fd00::1]:443");

  expect([...(edges ?? [])]).toEqual([
    ["sydney", "syd.example.com"],
    ["dublin", "dub.example.com:8443"],
    ["six", "[fd00::1]:443"],
  ]);
  expect(parseEdges("")?.size).toBe(0);
});

test.each([
  "sydney",
  "sydney=",
  "=syd.example.com",
  "sydney=https://syd.example.com",
  "sydney=syd.example.com/signal",
  "sydney=a.example,sydney=b.example",
  "two words=a.example",
  Array.from({ length: 33 }, (_, at) => `e${at}=a.example`).join(","),
])("[XS78] the list %s is refused", (text) => {
  expect(parseEdges(text)).toBeNull();
});

test("[XS78] a Host header selects the edge that has the same address and port", () => {
  const edges = parseEdges("sydney=syd.example.com,dublin=dub.example.com:8443") ?? new Map();

  expect(findEdgeName(edges, "SYD.example.com")).toBe("sydney");
  expect(findEdgeName(edges, "dub.example.com:8443")).toBe("dublin");
  for (const host of ["dub.example.com", "elsewhere.example", undefined]) {
    expect(findEdgeName(edges, host)).toBeNull();
  }
});
