import { describe, expect, test } from "vitest";

import {
  invalidTorture,
  meaningTorture,
  type TortureMessage,
  validTorture,
} from "@linedesk/sip/testing";
import { TestBench } from "../../testing/sip/test-bench.ts";

const tables: [string, readonly TortureMessage[]][] = [
  ["valid messages", validTorture],
  ["invalid messages", invalidTorture],
  ["messages with an invalid meaning", meaningTorture],
];

describe.each(tables)("RFC 4475: %s", (_title, messages) => {
  test.each(messages)("[XI50] $name, $what, is answered $answer", async (message) => {
    const bench = new TestBench();

    await bench.receive(message.text);

    const statuses = bench.firstLines().map((line) => line.split(" ")[1]);
    expect(statuses).toEqual(message.answer === null ? [] : [message.answer]);
    expect(bench.intake.calls).toHaveLength(message.isCall === true ? 1 : 0);
    expect(bench.errors).toEqual([]);
  });
});

test("[XI50] the table contains each of the 49 messages once", () => {
  const names = tables.flatMap(([, messages]) => messages.map(({ name }) => name));

  expect(new Set(names).size).toBe(49);
  expect(names).toHaveLength(49);
});
