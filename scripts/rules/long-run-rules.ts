/** Rules that `npm run test:full` alone proves, each with the reason; at most 60. */
export const longRunRules: Readonly<Record<string, string>> = {
  AD1: "the journey opens each section of the admin area in two colour schemes",
  AD163: "the journey makes a station from nothing to its first call",
  AP62: "the attacks run against a whole station for half a minute",
  CL37: "the journey needs two stations with callers of both",
  CF24: "the journey runs a conference of two callers through all its actions",
  CN21: "the journey runs one person in two tabs and freezes one",
  KY23: "the journey is the whole show of screener, presenter and producer",
  KY40: "the journey presses every key of the desk",
  LN70: "the journey needs several stations with lines",
  PN4: "the journey changes every setting in two tabs",
  QL12: "the journey presses every key of the desk",
  QL30: "the test scrolls a list of 1,000 callers frame by frame",
  RL8: "the test opens every screen for every role",
  ST42: "the journey changes every setting in two tabs",
  XN5: "the test installs and builds the exchange alone from a clean clone",
  XR160: "the test installs and builds the exchange alone from a clean clone",
};
