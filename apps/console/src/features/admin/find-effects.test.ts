import { expect, test } from "vitest";

import { findEffects } from "./find-effects.ts";

const none = { forwardTo: "", holdMusicUrl: "" };
const forwarded = { ...none, forwardTo: "02 5550 0199" };
const withMusic = { ...none, holdMusicUrl: "https://radio.example.com/hold.mp3" };

test.each([
  ["nothing that callers meet", none, none, []],
  ["only spaces", forwarded, { ...forwarded, forwardTo: " 02 5550 0199 " }, []],
  ["a forwarding number", none, forwarded, ["forwarded"]],
  ["another one", forwarded, { ...forwarded, forwardTo: "02 5550 0198" }, ["forwarded"]],
  ["none any more", forwarded, none, ["answeredHere"]],
  ["hold music", none, withMusic, ["music"]],
  ["the built-in music again", withMusic, none, ["builtInMusic"]],
  ["both", withMusic, forwarded, ["forwarded", "builtInMusic"]],
] as const)("[AC9] a change of %s names its effects on callers", (_of, before, after, effects) => {
  expect(findEffects(before, after)).toEqual(effects);
});
