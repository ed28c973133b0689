import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { isSigned, readStunClass, readUsername } from "./stun-class.ts";

const password = "the password of the offer";

function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function message(type: number, body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(20, 7);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(length, 2);
  header.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([header, body]);
}

function signed(key: string, after: Buffer = Buffer.alloc(0)): Buffer {
  const name = attribute(0x0006, Buffer.from("ours:theirs"));
  const covered = message(1, name, name.length + 24);
  const signature = attribute(0x0008, createHmac("sha1", key).update(covered).digest());
  return message(1, Buffer.concat([name, signature, after]));
}

test("[AS124] a check is valid only with a signature by the password and without added attributes", () => {
  const fingerprint = attribute(0x8028, Buffer.alloc(4));
  expect(readUsername(signed(password))).toEqual({ own: "ours", other: "theirs" });
  expect(isSigned(signed(password), password)).toBe(true);
  expect(isSigned(signed(password, fingerprint), password)).toBe(true);

  const role = attribute(0x802a, Buffer.alloc(8, 0xff));
  expect(isSigned(signed(password, role), password)).toBe(false);
  expect(isSigned(signed("another"), password)).toBe(false);
  expect(isSigned(message(1, attribute(0x0006, Buffer.from("ours:theirs"))), password)).toBe(false);
  const altered = signed(password);
  altered[26] = 0;
  expect(isSigned(altered, password)).toBe(false);
  expect(isSigned(message(1, attribute(0x0008, Buffer.alloc(3))), password)).toBe(false);
});

test("[AS124] a truncated or malformed packet is not a STUN check", () => {
  expect(readStunClass(signed(password))).toBe("request");
  expect(readStunClass(message(0x0011, Buffer.alloc(0)))).toBe("indication");
  expect(readStunClass(message(0x0101, Buffer.alloc(0)))).toBe("answer");
  expect(readStunClass(message(0x0111, Buffer.alloc(0)))).toBe("answer");
  for (let length = 0; length < 60; length += 1) {
    const cut = signed(password).subarray(0, length);
    expect(readStunClass(cut)).toBeNull();
    expect(isSigned(cut, password)).toBe(false);
  }
  const beyond = message(1, Buffer.from([0, 6, 0xff, 0xff]));
  expect(readUsername(beyond)).toEqual({ own: "", other: "" });
});
