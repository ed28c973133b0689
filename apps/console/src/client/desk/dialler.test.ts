import { expect, test } from "vitest";

import { endReason } from "@linedesk/contract";
import { describeUnanswered } from "./dialler.ts";

test("[OB8] busy, declined, no answer, not found and not reached each have their words; giving up has none", () => {
  const words = Object.fromEntries(
    endReason.options.map((reason) => [reason, describeUnanswered(reason)]),
  );

  expect(words).toMatchObject({
    busy: "busy",
    declined: "declined",
    no_answer: "no answer",
    not_found: "the number is not found",
    failed: "not reached",
    exchange_lost: "not reached",
    operator_hung_up: null,
  });
});
