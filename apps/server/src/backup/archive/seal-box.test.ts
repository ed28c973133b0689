import { expect, test } from "vitest";

import { makeKeyPair, openBox, sealBox } from "./seal-box.ts";

const content = Buffer.from('{"integrationKey":"0123"}');

test("[SR44] only the private key decrypts what the public key encrypted", () => {
  const own = makeKeyPair();
  const box = sealBox(content, own.publicKey);

  expect(openBox(box, own.privateKey)).toEqual(content);
  expect(box.includes(content.subarray(2, 12))).toBe(false);
  expect(() => openBox(box, makeKeyPair().privateKey)).toThrow(
    "This private key cannot decrypt the secrets of the backup.",
  );
  expect(() => openBox(box, own.publicKey)).toThrow("This private key cannot decrypt");
  expect(() => openBox(box, "hello\n")).toThrow("is not one that linedesk backup-key made");
});

test("[SR44] encrypted secrets that were changed or shortened cannot be decrypted", () => {
  const own = makeKeyPair();
  const box = sealBox(content, own.publicKey);

  for (const at of [0, 31, 32, box.length - 17, box.length - 1]) {
    const changed = Buffer.from(box);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openBox(changed, own.privateKey)).toThrow("cannot decrypt");
  }
  for (const length of [0, 10, 48, box.length - 1]) {
    expect(() => openBox(box.subarray(0, length), own.privateKey)).toThrow("cannot decrypt");
  }
});

test("[SR44] the same secrets are encrypted differently each time", () => {
  const { publicKey } = makeKeyPair();

  expect(sealBox(content, publicKey)).not.toEqual(sealBox(content, publicKey));
});
