import { createTranslator } from "use-intl/core";
import { expect, onTestFinished, test } from "vitest";

import { VerifyGuard } from "../client/desk/marks/verify-guard.ts";
import { describeVoiceFailure } from "../client/failures/describe-failure.ts";
import { voiceCatalogue } from "../client/softphone/voice-errors.ts";
import { readWithheld, setPageWords } from "../client/words/page-words.ts";
import { aCall } from "../testing/a-call.ts";
import { aDesk } from "../testing/a-desk.ts";
import { lazyWords } from "../testing/lazy-words.ts";
import { enAu } from "./en-au.ts";
import { loadWords } from "./load-words.ts";

const english = flatten({ ...enAu, ...lazyWords });
const german = await loadWords("de");
const spoken = flatten(german.messages);

interface Tree {
  readonly [key: string]: string | Tree;
}

/** Lists each sentence by its dotted key. */
function flatten(tree: object, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(tree as Tree).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[prefix + key, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Matches `{name}` and `{count, plural, ...}`, but not the branches of a plural. */
const ARGUMENT = /(?<!(?:=\d|\bone|\bother|\byes) )\{(\w+)(?:\}|, (?:plural|select|number))/g;

function listArguments(sentence: string): string[] {
  return [...new Set([...sentence.matchAll(ARGUMENT)].map(([, name]) => name ?? ""))].toSorted();
}

/** Words with the same spelling in both languages. */
const alike =
  "dB CSV Chat Chrome Deutsch Edge English Firefox GO International Jitter LUFS Live MOS NO Name Offline Person PNG SID Safari Sydney Test Transport live ms s".split(
    " ",
  );

function isAlike(sentence: string): boolean {
  const words = sentence.replaceAll(/\{\w+\}/g, "").match(/\p{L}+/gu) ?? [];
  return words.every((word) => alike.includes(word));
}

function speakGerman() {
  return setPageWords({ ...german, locale: german.language, writeReason: null });
}

test("[LG4] German has every key of English, and the same arguments in each sentence", () => {
  expect([...spoken.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const [key, sentence] of english) {
    expect([key, listArguments(spoken.get(key) ?? "")]).toEqual([key, listArguments(sentence)]);
  }
  expect(english.size).toBeGreaterThan(700);
});

test("[LG4] the announcements of a German desk are in German", () => {
  onTestFinished(speakGerman());
  const { store } = aDesk({}, {});
  const caller = { ...aCall(1).caller, name: null, location: null };
  const unknown = { ...aCall(1), caller, description: "" };

  new VerifyGuard({ store, now: () => 0 }).press(unknown);

  expect(store.getState().desk.notices.map(({ words }) => words)).toEqual([
    `${caller.numberDisplay}: Name und Ort und Anliegen noch nicht bekannt. Trotzdem bestätigen: noch einmal drücken`,
  ]);
});

test("[LG4] every German sentence can be formatted, with its plurals for 0, 1 and many", () => {
  const t = createTranslator<Record<string, unknown>>({
    locale: "de",
    messages: german.messages as unknown as Record<string, unknown>,
    onError: (error) => {
      throw error;
    },
  });
  for (const count of [0, 1, 2]) {
    for (const [key, sentence] of spoken) {
      // A quoted brace is a part of the text.
      const quoted = sentence.includes("'{");
      const names = listArguments(sentence);
      const values = Object.fromEntries(
        names.map((name) => [name, isCounted(sentence, name) ? count : "x"]),
      );
      expect(t(key as never, values as never)).toMatch(quoted ? /\{\w+\}/ : /^[^{}]*$/);
    }
  }
});

function isCounted(sentence: string, name: string): boolean {
  return new RegExp(`\\{${name}, (?:plural|number)`).test(sentence);
}

test("[LG4] every sentence is translated, except those that are the same in both languages", () => {
  const same = [...english].filter(
    ([key, sentence]) => spoken.get(key) === sentence && !isAlike(sentence),
  );

  expect(same).toEqual([]);
});

test("[LG26] a withheld number is shown in German everywhere, and a person named Private is not translated", () => {
  const withheld = { name: "Private", number: null, numberDisplay: "Private" };
  const sent = { calls: [{ id: "c", caller: withheld }], of: { numberDisplay: "0491 570 006" } };
  const inEnglish = readWithheld(sent);
  const goBack = speakGerman();
  const inGerman = readWithheld(sent);
  goBack();

  expect(inEnglish).toBe(sent);
  expect(inGerman).toEqual({
    ...sent,
    calls: [{ id: "c", caller: { ...withheld, numberDisplay: "Unterdrückt" } }],
  });
});

test("[LG4] each of the 39 codes of the voice catalogue has a German text", () => {
  const codes = Object.values(voiceCatalogue).map(({ code }) => code);
  const inEnglish = codes.map((code) => describeVoiceFailure(code).words);
  const goBack = speakGerman();
  const inGerman = codes.map((code) => describeVoiceFailure(code).words);
  goBack();

  expect(inGerman).toHaveLength(39);
  inGerman.forEach((words, index) => expect(words).not.toBe(inEnglish[index]));
});
