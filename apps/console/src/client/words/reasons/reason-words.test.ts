import { expect, onTestFinished, test } from "vitest";

import {
  callerReasons,
  callReasons,
  deviceReasons,
  type ErrorCode,
  type ErrorReasons,
  errorStatus,
  type Reason,
  requestReasons,
  spareReasons,
  stationReasons,
} from "@linedesk/contract";
import { aReason, aRefusal } from "../../../testing/a-refusal.ts";
import { describeSpared } from "../../desk/leaving/leaving.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import { failureMessages } from "../failure-messages.ts";
import { noticeMessages } from "../notice-messages.ts";
import { readReason, setPageWords } from "../page-words.ts";
import { codeWordsDe } from "./code-words.de.ts";
import { codeWords } from "./code-words.ts";
import { loadReasons } from "./load-reasons.ts";
import { reasonWordsDe } from "./reason-words.de.ts";
import { reasonWords } from "./reason-words.ts";

const errorReasons: ErrorReasons = {
  ...callReasons,
  ...callerReasons,
  ...stationReasons,
  ...deviceReasons,
  ...requestReasons,
};
const reasons = Object.keys(errorReasons) as Reason[];
const german = await loadReasons("de");
const messages = { failures: failureMessages, notices: noticeMessages };

function listParams(words: string): string[] {
  return [...new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))];
}

test("[LG12] each reason has a text in both languages, with only parameters of the contract", () => {
  for (const words of [reasonWords, reasonWordsDe]) {
    expect(Object.keys(words).toSorted()).toEqual(reasons.toSorted());
    for (const reason of reasons) {
      const [, ...params] = errorReasons[reason];
      const own = words[reason];
      expect([reason, own]).not.toEqual([reason, ""]);
      expect([reason, listParams(own).filter((name) => !params.includes(name as never))]).toEqual([
        reason,
        [],
      ]);
    }
  }
  expect(reasons.length).toBeGreaterThan(300);
});

test("[LG12] the texts of every reason except `trunk_refused` differ between the languages", () => {
  const same = reasons.filter((reason) => reasonWordsDe[reason] === reasonWords[reason]);

  expect(same).toEqual(["trunk_refused"]);
});

test("[LG12] the parts and days of a reason are in the language of the page, and its names stay unchanged", () => {
  onTestFinished(setPageWords({ locale: "de", messages, writeReason: german }));
  const unready = aReason({
    reason: "not_ready_for_air",
    params: { name: "Kim", missing: ["radio_not_off", "no_point_noted"] },
  });
  const won = aReason({
    reason: "listener_may_not_win",
    params: { prize: "{name}", wonOn: "2026-11-03", mayWinOn: "2026-12-04" },
  });

  expect(readReason(unready)).toBe(
    "Kim ist nicht bereit für die Sendung: das Radio ist vielleicht noch an, das Anliegen fehlt.",
  );
  expect(readReason(won)).toBe(
    "Dieser Hörer hat am 3. Nov. 2026 {name} gewonnen und darf ab 4. Dez. 2026 wieder gewinnen.",
  );
});

test("[LG12] each reason why a call is not rejected has a German text", () => {
  onTestFinished(setPageWords({ locale: "de", messages, writeReason: german }));

  const words = spareReasons.map(describeSpared);

  expect(words.filter((spoken, at) => spoken === spareReasons[at])).toEqual([]);
});

test.each([
  ["en-AU", codeWords],
  ["de", codeWordsDe],
] as const)(
  "[LG4] [LG12] in %s an unknown reason has the text of its code",
  async (language, words) => {
    const writeReason = await loadReasons(language);
    onTestFinished(setPageWords({ locale: language, messages, writeReason }));
    const newer = { ...aReason("nobody_waiting"), reason: "toString" };
    const codes = Object.keys(errorStatus) as ErrorCode[];

    expect(codes.map((code) => readReason({ ...newer, code }))).toEqual(
      codes.map((code) => words[code]),
    );
    expect(codes.filter((code) => codeWords[code] === codeWordsDe[code])).toEqual([]);
    expect(readReason(newer)).toBeNull();
  },
);

test("[LG12] before the texts are loaded, a refusal has the server's message", () => {
  const { words } = describeFailure(aRefusal("call_state", "nobody_waiting"));

  expect(words).toBe("The server's English.");
});
