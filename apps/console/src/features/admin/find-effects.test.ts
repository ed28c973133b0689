import { expect, test } from "vitest";

import { findEffects } from "./find-effects.ts";

const none = { forwardTo: "", holdMusicUrl: "" };
const forwarded = { ...none, forwardTo: "02 5550 0199" };
const withMusic = { ...none, holdMusicUrl: "https://radio.example.com/hold.mp3" };

test.each([
  ["unchanged settings", none, none, []],
  [
    "the same forwarding number with spaces",
    forwarded,
    { ...forwarded, forwardTo: " 02 5550 0199 " },
    [],
  ],
  ["a new forwarding number", none, forwarded, ["forwarded"]],
  [
    "another forwarding number",
    forwarded,
    { ...forwarded, forwardTo: "02 5550 0198" },
    ["forwarded"],
  ],
  ["a removed forwarding number", forwarded, none, ["answeredHere"]],
  ["new hold music", none, withMusic, ["music"]],
  ["a return to the built-in music", withMusic, none, ["builtInMusic"]],
  [
    "new forwarding and a return to the built-in music",
    withMusic,
    forwarded,
    ["forwarded", "builtInMusic"],
  ],
] as const)("[AC9] the effects on callers are listed for %s", (_of, before, after, effects) => {
  expect(findEffects(before, after)).toEqual(effects);
});
