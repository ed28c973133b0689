import { expect, test } from "vitest";

import { LineForwarder } from "./line-forwarder.ts";

type Done = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A reader that accepts bytes only when the test allows it. */
function aReader() {
  const read: string[] = [];
  const open: { bytes: Buffer; done: Done }[] = [];
  function take(count = Number.POSITIVE_INFINITY): void {
    const { bytes, done } = open.shift() ?? { bytes: Buffer.alloc(0), done: () => undefined };
    const taken = bytes.subarray(0, count);
    read.push(taken.toString());
    done(null, taken.length);
  }
  const write = (bytes: Buffer, done: Done) => void open.push({ bytes, done });
  return { read, open, take, write };
}

test("[SR92] lines are written in order, even if the reader accepts only a part of them at a time", () => {
  const reader = aReader();
  const forwarder = new LineForwarder("json", reader.write);

  forwarder.write("one\n");
  forwarder.write("two\n");
  reader.take(2);
  reader.take();
  forwarder.write("three\n");
  reader.take();
  reader.take();

  expect(reader.read.join("")).toBe("one\ntwo\nthree\n");
  expect(reader.open).toEqual([]);
});

test("[SR92] a reader that stops reading loses lines beyond the limit, and their number is reported", () => {
  const reader = aReader();
  const forwarder = new LineForwarder("text", reader.write);
  const line = `${"x".repeat(99_999)}\n`;

  for (let n = 0; n < 20; n += 1) {
    forwarder.write(line);
  }
  reader.take();
  reader.take();
  reader.take();

  const lines = reader.read.join("").split("\n");
  expect(lines.filter((one) => one.startsWith("x"))).toHaveLength(11);
  expect(lines.filter((one) => one.endsWith("warn supervisor: 9 lines lost"))).toHaveLength(1);
});

test("[SR92] a closed output loses lines without an error, and a flush ends in time", async () => {
  const error = Object.assign(new Error("closed"), { code: "EPIPE" });
  const forwarder = new LineForwarder("json", (_bytes, done) => done(error, 0));
  const still = new LineForwarder("json", () => undefined);

  forwarder.write("one\n");
  await expect(forwarder.flush(1_000)).resolves.toBeUndefined();
  still.write("two\n");
  await expect(still.flush(1)).resolves.toBeUndefined();
});
