import { expect, test } from "vitest";

import { type Reader, Readers } from "./readers.ts";

function aReader(waitingBytes = 0) {
  const seen: string[] = [];
  const reader: Reader & { isCut: boolean } = {
    isCut: false,
    write: (text) => void seen.push(text),
    waitingBytes: () => waitingBytes,
    disconnect() {
      reader.isCut = true;
    },
  };
  return { reader, seen };
}

test("cuts off who does not read, and tells the others", () => {
  const readers = new Readers();
  const slow = aReader(3_000_000);
  const quick = aReader();
  readers.add(slow.reader, "first");
  readers.add(quick.reader, "first");

  readers.broadcast("second");
  readers.broadcast("third");

  expect(slow.seen).toEqual(["first"]);
  expect(slow.reader.isCut).toBe(true);
  expect(quick.seen).toEqual(["first", "second", "third"]);
});

test("is full with twenty", () => {
  const readers = new Readers();

  for (let i = 0; i < 20; i += 1) {
    readers.add(aReader().reader, "");
  }

  expect(readers.isFull).toBe(true);
});
