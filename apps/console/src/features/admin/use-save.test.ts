import { expect, onTestFinished, test } from "vitest";

import { failureMessages } from "../../client/words/failure-messages.ts";
import { noticeMessages } from "../../client/words/notice-messages.ts";
import { setPageWords } from "../../client/words/page-words.ts";
import { serverSentencesDe } from "../../client/words/server-sentences.de.ts";
import { HttpError } from "../../lib/http-client.ts";
import { readFields } from "./use-save.ts";

function refuse(message: string, fields: Record<string, string>) {
  const body = { code: "bad_request", message, fields, requestId: "r" } as const;
  return new HttpError({ kind: "answered", status: 400, body });
}

test("[LG12] what is wrong with a field stands there in German, or in the words of the whole", () => {
  const taken = refuse("A phone line has this number already.", { number: "is taken" });
  const unknown = refuse("The trunk cannot be used like this.", { host: "what no list has" });
  const inEnglish = readFields(unknown);
  const messages = { failures: failureMessages, notices: noticeMessages };
  onTestFinished(setPageWords({ locale: "de", messages, sentences: serverSentencesDe }));

  expect(inEnglish).toEqual({ host: "what no list has" });
  expect(readFields(taken)).toEqual({ number: "ist vergeben" });
  expect(readFields(unknown)).toEqual({ host: "So kann der Trunk nicht verwendet werden." });
});
