import { expect, onTestFinished, test } from "vitest";

import { failureMessages } from "../../client/words/failure-messages.ts";
import { noticeMessages } from "../../client/words/notice-messages.ts";
import { setPageWords } from "../../client/words/page-words.ts";
import { writeReasonDe } from "../../client/words/reasons/reason-words.de.ts";
import { aReason, aRefusal } from "../../testing/a-refusal.ts";
import { readFields } from "./use-save.ts";

test("[LG12] a refused field shows its reason in the page's language, or the words of the whole refusal if the reason is unknown", () => {
  const taken = aRefusal("conflict", "phone_line_exists", { number: aReason("is_taken") });
  const newer = { ...aReason("is_taken"), reason: "of_a_newer_server" };
  const unknown = aRefusal("bad_request", "trunk_unusable", { host: newer });
  const messages = { failures: failureMessages, notices: noticeMessages };
  onTestFinished(setPageWords({ locale: "de", messages, writeReason: writeReasonDe }));

  expect(readFields(taken)).toEqual({ number: "wird schon verwendet" });
  expect(readFields(unknown)).toEqual({
    host: "Mit diesen Angaben ist der Trunk nicht verwendbar.",
  });
});
