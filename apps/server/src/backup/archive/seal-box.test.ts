import { expect, test } from "vitest";

import { makeKeyPair, openBox, sealBox } from "./seal-box.ts";

const content = Buffer.from('{"integrationKey":"0123"}');

test("[SR44] only the private half of the key opens a sealed box", () => {
  const own = makeKeyPair();
  const box = sealBox(content, own.publicKey);

  expect(openBox(box, own.privateKey)).toEqual(content);
  expect(box.includes(content.subarray(2, 12))).toBe(false);
  expect(() => openBox(box, makeKeyPair().privateKey)).toThrow(
    "This private key does not open the secrets of the backup.",
  );
  expect(() => openBox(box, own.publicKey)).toThrow("This private key does not open");
  expect(() => openBox(box, "hello\n")).toThrow("is not one that linedesk backup-key made");
});

test("[SR44] a changed or shortened box does not open", () => {
  const own = makeKeyPair();
  const box = sealBox(content, own.publicKey);

  for (const at of [0, 31, 32, box.length - 17, box.length - 1]) {
    const changed = Buffer.from(box);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openBox(changed, own.privateKey)).toThrow("does not open");
  }
  for (const length of [0, 10, 48, box.length - 1]) {
    expect(() => openBox(box.subarray(0, length), own.privateKey)).toThrow("does not open");
  }
});

test("[SR44] two boxes of the same secrets differ", () => {
  const { publicKey } = makeKeyPair();

  expect(sealBox(content, publicKey)).not.toEqual(sealBox(content, publicKey));
});
