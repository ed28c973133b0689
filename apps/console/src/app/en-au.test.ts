import { createTranslator } from "use-intl";
import { expect, test } from "vitest";

import { pastCallMessages } from "../features/caller/past-call-messages.ts";
import { conferenceMessages } from "../features/conference/conference-messages.ts";
import { contestMessages } from "../features/contest/contest-messages.ts";
import { flagMessages } from "../features/flags/flag-messages.ts";
import { timelineMessages } from "../features/timeline/timeline-messages.ts";
import { microphoneMessages } from "../ui/microphone-messages.ts";
import { enAu } from "./en-au.ts";

const t = createTranslator({ locale: "en-AU", messages: enAu });

test("[CO1] the states have exactly the words of the rule", () => {
  const { ringing, held, verified, on_air, next } = enAu.state;
  expect([ringing, held, verified, on_air]).toEqual(["Ringing", "Hold", "Verified", "On air"]);
  expect(t("state.on_line", { line: "1" })).toBe("On line 1");
  expect(next).toBe("NEXT");
});

test.each([
  ["the queue", enAu.queue.emptyWords, /appear here as they ring/, /Producers open and close/],
  [
    "the queue of a closed line",
    enAu.queue.emptyClosedWords,
    /appear here/,
    /a producer opens them/,
  ],
  ["a tab or search without callers", enAu.queue.nothingWords, /appear here/, /tab and the search/],
  ["past calls", pastCallMessages.historyEmptyWords, /appear here/, /automatically/],
  [
    "past calls without a number",
    pastCallMessages.historyPrivateWords,
    /appear here/,
    /Enter the number/,
  ],
  ["a contest's log", contestMessages.logEmpty, /appear here/, /automatically/],
  [
    "callers for a conference",
    conferenceMessages.nobody,
    /appear here/,
    /who wait or whom you hold/,
  ],
  ["flags", flagMessages.none, /appear here/, /Admins add them/],
  ["a timeline", timelineMessages.emptyWords, /appear here/, /as they happen.*Nobody can change/],
])("[SH16] an empty list (%s) explains what appears there and who can change it", (...list) => {
  const [, words, appears, who] = list;

  expect(words).toMatch(appears);
  expect(words).toMatch(who);
});

test("[SN2] the states of the microphone have exactly the words of the rule", () => {
  const { prompt, dismissed, check, missing, busy } = microphoneMessages;
  expect([prompt, dismissed, check, missing, busy]).toEqual([
    "Allow the microphone. Your browser will ask.",
    "You closed the browser's question. Try again",
    "Check again",
    "No microphone found. Plug one in",
    "Another program uses it",
  ]);
});
