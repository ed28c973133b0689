import { expect, test } from "vitest";

import { findEffects } from "./find-effects.ts";

const none = { forwardTo: "", holdMusicUrl: "" };
const forwarded = { ...none, forwardTo: "02 5550 0199" };
const withMusic = { ...none, holdMusicUrl: "https://radio.example.com/hold.mp3" };

test.each([
  ["the same settings", none, none, []],
  ["the same number with spaces", forwarded, { ...forwarded, forwardTo: " 02 5550 0199 " }, []],
  ["a forwarding number", none, forwarded, ["forwarded"]],
  ["another number", forwarded, { ...forwarded, forwardTo: "02 5550 0198" }, ["forwarded"]],
  ["no forwarding number", forwarded, none, ["answeredHere"]],
  ["hold music", none, withMusic, ["music"]],
  ["the built-in music", withMusic, none, ["builtInMusic"]],
  ["forwarding and built-in music", withMusic, forwarded, ["forwarded", "builtInMusic"]],
] as const)("[AC9] a change to %s names its effects on callers", (_of, before, after, effects) => {
  expect(findEffects(before, after)).toEqual(effects);
});
