import { randomBytes } from "node:crypto";

import { describe, expect, test } from "vitest";
import { RtpHeader, SrtcpSession, SrtpSession } from "werift";

import { type SrtpKey, srtpSuites } from "@linedesk/audio";
import { buildCounter, encrypt, sessionKeys } from "./session-keys.ts";
import { ReplayWindow, SrtpReceiver } from "./srtp-receiver.ts";
import { SrtpSender } from "./srtp-sender.ts";

/** The key of RFC 3711 appendix B.3, which libsrtp's tests use too. */
const master = Buffer.from("E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6", "hex");
const strong: SrtpKey = { suite: "AES_CM_128_HMAC_SHA1_80", inline: master.toString("base64") };

function newKey(suite: SrtpKey["suite"] = "AES_CM_128_HMAC_SHA1_80"): SrtpKey {
  return { suite, inline: randomBytes(30).toString("base64") };
}

function rtp(sequence: number, ssrc = 0xcafebabe, payload = Buffer.alloc(160, 0x55)): Buffer {
  const header = Buffer.from("8000000000000000", "hex");
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE((sequence * 160) >>> 0, 4);
  const id = Buffer.alloc(4);
  id.writeUInt32BE(ssrc);
  return Buffer.concat([header, id, payload]);
}

describe("by the vectors of RFC 3711", () => {
  test("[XM70] B.2: the AES key stream in counter mode is correct", () => {
    const key = Buffer.from("2B7E151628AED2A6ABF7158809CF4F3C", "hex");
    const salt = Buffer.from("F0F1F2F3F4F5F6F7F8F9FAFBFCFD", "hex");

    const stream = encrypt(key, buildCounter(salt, { ssrc: 0, index: 0 }), Buffer.alloc(48));

    expect(stream.toString("hex").toUpperCase()).toBe(
      "E03EAD0935C95E80E166B16DD92B4EB4D23513162B02D0F72A43A2FE4A5F97AB41E95B3BB0A2E8DD477901E4FCA894C0",
    );
  });

  test("[XM70] B.3: the session keys are correct", () => {
    const keys = sessionKeys(strong, "rtp");

    expect(keys.cipher.toString("hex")).toBe("c61e7a93744f39ee10734afe3ff7a087");
    expect(keys.salt.toString("hex")).toBe("30cbbc08863d8c85d49db34a9ae1");
    expect(keys.auth.toString("hex")).toBe("cebe321f6ff7716b6fd4ab49af256a156d38baa4");
  });

  test("[XM70] an encrypted packet and an encrypted report are correct", () => {
    const packet = Buffer.from(`800f1234decafbadcafebabe${"ab".repeat(16)}`, "hex");
    const report = Buffer.from(`81c8000bcafebabe${"ab".repeat(16)}`, "hex");
    const sender = new SrtpSender(strong);

    expect(sender.protect(packet).toString("hex")).toBe(
      "800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb",
    );
    expect(sender.protectControl(report).toString("hex")).toBe(
      "81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798",
    );
  });
});

describe("another implementation", () => {
  test("[XM70] decrypts our packets, and we decrypt its packets", () => {
    const [ours, theirs] = [newKey(), newKey()];
    function parts({ inline }: SrtpKey): [Buffer, Buffer] {
      const bytes = Buffer.from(inline, "base64");
      return [bytes.subarray(0, 16), bytes.subarray(16)];
    }
    const [localMasterKey, localMasterSalt] = parts(theirs);
    const [remoteMasterKey, remoteMasterSalt] = parts(ours);
    const keys = { localMasterKey, localMasterSalt, remoteMasterKey, remoteMasterSalt };
    const profile = 1;
    const peer = new SrtpSession({ keys, profile });
    const sender = new SrtpSender(ours);
    const receiver = new SrtpReceiver(theirs);

    for (const sequence of [65_534, 65_535, 0, 1, 2]) {
      const plain = rtp(sequence);
      expect(peer.decrypt(sender.protect(plain)).equals(plain)).toBe(true);
      const sealed = peer.encrypt(plain.subarray(12), RtpHeader.deSerialize(plain));
      expect(receiver.open(sealed)?.equals(plain)).toBe(true);
    }
    const control = new SrtcpSession({ keys, profile });
    const report = Buffer.from(`80c90001cafebabe${"07".repeat(24)}`, "hex");
    expect(control.decrypt(sender.protectControl(report)).equals(report)).toBe(true);
    expect(receiver.openControl(control.encrypt(report))?.equals(report)).toBe(true);
  });
});

describe.each(srtpSuites)("%s", (suite) => {
  test("[XM70] drops packets that are changed, cut or made with another key", () => {
    const key = newKey(suite);
    const sender = new SrtpSender(key);
    const receiver = new SrtpReceiver(key);
    const sealed = sender.protect(rtp(7));
    const report = sender.protectControl(Buffer.from(`80c90001cafebabe`, "hex"));

    for (let at = 1; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(receiver.open(changed)).toBeNull();
      expect(receiver.open(sealed.subarray(0, at))).toBeNull();
    }
    for (let at = 0; at < report.length; at += 1) {
      const changed = Buffer.from(report);
      changed[at] = (changed[at] ?? 0) ^ 0x80;
      expect(receiver.openControl(changed)).toBeNull();
      expect(receiver.openControl(report.subarray(0, at))).toBeNull();
    }
    expect(receiver.open(new SrtpSender(newKey(suite)).protect(rtp(7)))).toBeNull();
    expect(receiver.open(rtp(7))).toBeNull();
    expect(receiver.open(sealed)).not.toBeNull();
    expect(receiver.openControl(report)).not.toBeNull();
  });
});

describe("with replays and rollovers", () => {
  test("[XM70] the receiver accepts a packet once, in any order within the window, and no packet from before the window", () => {
    const key = newKey();
    const sender = new SrtpSender(key);
    const receiver = new SrtpReceiver(key);
    const sealed = Array.from({ length: 400 }, (_, n) => sender.protect(rtp(n)));
    function open(n: number): boolean {
      return receiver.open(sealed[n] ?? Buffer.alloc(0)) !== null;
    }

    expect([0, 2, 1, 2, 1, 0].map(open)).toEqual([true, true, true, false, false, false]);
    expect(open(300)).toBe(true);
    expect(open(173)).toBe(true);
    expect(open(172)).toBe(false);
    expect(open(300)).toBe(false);
    const report = sender.protectControl(Buffer.from("80c90001cafebabe", "hex"));
    expect(receiver.openControl(report)).not.toBeNull();
    expect(receiver.openControl(report)).toBeNull();
  });

  test("[XM70] the receiver counts rollovers through loss and reordering at the wrap-around", () => {
    const key = newKey();
    const sender = new SrtpSender(key);
    const receiver = new SrtpReceiver(key);
    const sealed = new Map<number, Buffer>();
    for (let n = 32_000; n < 3 * 65_536; n += 1000) {
      sealed.set(n, sender.protect(rtp(n)));
    }
    const order = [...sealed.keys()];

    const isOpen = order.map((n) => receiver.open(sealed.get(n) ?? Buffer.alloc(0)) !== null);

    expect(isOpen.every(Boolean)).toBe(true);
    const late = new SrtpSender(key);
    const around = [65_534, 65_535, 65_536, 65_537].map((n) => late.protect(rtp(n, 5)));
    const answers = [0, 2, 1, 3].map((n) => receiver.open(around[n] ?? Buffer.alloc(0)) !== null);
    expect(answers).toEqual([true, true, true, true]);
  });

  test("[XM70] a peek at a packet, and forged streams, take no place in the window", () => {
    const key = newKey();
    const sender = new SrtpSender(key);
    const receiver = new SrtpReceiver(key);
    const first = sender.protect(rtp(1));

    expect(receiver.open(first, true)).not.toBeNull();
    for (let ssrc = 1; ssrc < 100; ssrc += 1) {
      const forged = Buffer.from(first);
      forged.writeUInt32BE(ssrc, 8);
      expect(receiver.open(forged)).toBeNull();
    }
    expect(receiver.open(first)).not.toBeNull();
    expect(receiver.open(first)).toBeNull();
  });

  test("[XM70] the window contains the last 128 packets", () => {
    const window = new ReplayWindow();
    expect(window.isFresh(0)).toBe(true);
    window.add(1000);
    expect([1000, 1001, 873, 872].map((n) => window.isFresh(n))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("[XI147] the receiver of a call from before a restart", () => {
  function packetAfter(rollovers: number, key: SrtpKey): Buffer {
    const sender = new SrtpSender(key);
    for (let turn = 0; turn < rollovers; turn += 1) {
      sender.protect(rtp(0xffff));
      sender.protect(rtp(0));
    }
    return sender.protect(rtp(77));
  }

  test("finds the number of rollovers in the first packet, and continues from there", () => {
    const key = newKey();
    const receiver = new SrtpReceiver(key);
    const packet = packetAfter(123, key);

    expect(receiver.open(packet, true)).toEqual(rtp(77));
    expect(receiver.open(packet)).toEqual(rtp(77));
    expect(receiver.open(packet)).toBeNull();
  });

  test("searches only for a few packets that are not authentic", () => {
    const key = newKey();
    const receiver = new SrtpReceiver(key);
    for (let forged = 0; forged < 20; forged += 1) {
      expect(receiver.open(packetAfter(1, newKey()))).toBeNull();
    }

    expect(receiver.open(packetAfter(5, key))).toBeNull();
    expect(receiver.open(packetAfter(0, key))).toEqual(rtp(77));
  });
});
