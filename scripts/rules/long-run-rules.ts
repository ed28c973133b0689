/** Rules that only `npm run test:full` proves, each with the reason; at most 60. */
export const longRunRules: Readonly<Record<string, string>> = {
  AD163: "the journey makes a station from nothing to its first call",
  AP62: "the attacks run against a whole station for half a minute",
  CA31: "the races of five operators take half a minute for each seed",
  CL37: "the journey needs two stations with callers of both",
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
  XR37: "the test measures the sound of a real call for seconds",
  XR160: "the test installs and builds the exchange alone from a clean clone",
};
