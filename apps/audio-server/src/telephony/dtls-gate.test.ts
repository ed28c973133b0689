import { expect, test } from "vitest";

import { DtlsGate } from "./dtls-gate.ts";

const CLIENT_HELLO = 1;
const FINISHED = 20;

function record(type: number, epoch: number, body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(0xfefd, 1);
  header.writeUInt16BE(epoch, 3);
  header.writeUInt16BE(length, 11);
  return Buffer.concat([header, body]);
}

interface Part {
  length?: number;
  offset?: number;
}

function message(type: number, body: Buffer, { length = body.length, offset = 0 }: Part = {}) {
  const header = Buffer.alloc(12);
  header.writeUInt8(type, 0);
  header.writeUIntBE(length, 1, 3);
  header.writeUIntBE(offset, 6, 3);
  header.writeUIntBE(body.length, 9, 3);
  return Buffer.concat([header, body]);
}

const hello = record(22, 0, message(CLIENT_HELLO, Buffer.alloc(40)));
const encrypted = record(22, 1, Buffer.alloc(40));
const nothing = Buffer.alloc(0);

test("[AS125] handshake records are accepted until the handshake is over, and then only encrypted ones", () => {
  const gate = new DtlsGate();
  expect(gate.admit(hello, false)).toEqual(hello);
  const both = Buffer.concat([hello, encrypted]);
  expect(gate.admit(both, false)).toEqual(both);
  expect(gate.admit(hello, true)).toEqual(nothing);
  expect(gate.admit(both, true)).toEqual(encrypted);
});

test("[AS125] forged, malformed and oversized handshake records are dropped", () => {
  const gate = new DtlsGate();
  const unwanted = [
    record(21, 0, Buffer.from([2, 40])),
    record(21, 1, Buffer.from([1, 0])),
    record(23, 1, Buffer.alloc(20)),
    record(22, 0, message(FINISHED, Buffer.alloc(12))),
    record(22, 0, message(CLIENT_HELLO, Buffer.alloc(4), { length: 0xffffff })),
    record(22, 0, message(CLIENT_HELLO, Buffer.alloc(4), { length: 4, offset: 1 })),
    record(22, 0, Buffer.alloc(5)),
    record(22, 0, nothing),
    record(22, 0, Buffer.alloc(5), 60_000),
    hello.subarray(0, 12),
  ];
  for (const datagram of unwanted) {
    expect(gate.admit(datagram, false)).toEqual(nothing);
  }
  const admitted = Array.from({ length: 1_000 }, () => gate.admit(hello, false));
  expect(admitted.filter(({ length }) => length > 0)).toHaveLength(150);
  gate.begin();
  expect(gate.admit(hello, false)).toEqual(hello);
});

test.each([12, 16])(
  "[AS125] after message %i with the far end's key the same message is accepted again, and a message with another key is not",
  (type) => {
    const gate = new DtlsGate();
    const key = record(22, 0, message(type, Buffer.alloc(70, 1)));
    const other = record(22, 0, message(type, Buffer.alloc(70, 2)));
    const rest = record(22, 0, message(type, Buffer.alloc(10, 3), { length: 80, offset: 70 }));

    expect(gate.admit(key, false)).toEqual(key);
    expect(gate.admit(Buffer.concat([other, hello]), false)).toEqual(hello);
    expect(gate.admit(key, false)).toEqual(key);
    expect(gate.admit(rest, false)).toEqual(rest);
    gate.begin();
    expect(gate.admit(other, false)).toEqual(other);
  },
);
