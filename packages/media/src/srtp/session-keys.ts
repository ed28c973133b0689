import { createCipheriv } from "node:crypto";

import type { SrtpKey, SrtpSuite } from "@linedesk/audio";

const MASTER_KEY_BYTES = 16;
const SALT_BYTES = 14;
const MASTER_BYTES = MASTER_KEY_BYTES + SALT_BYTES;

/** The length of the authentication tag of RTP. The tag of RTCP has 10 bytes in both suites. */
const tagBytes: Record<SrtpSuite, number> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
};
export const CONTROL_TAG_BYTES = 10;
/** The unencrypted beginning of an RTCP packet. */
export const CONTROL_HEADER_BYTES = 8;

/** The keys of one direction of one protocol (RFC 3711 section 4.3). */
export interface SessionKeys {
  cipher: Buffer;
  auth: Buffer;
  salt: Buffer;
}

/** The keys that encrypt or decrypt one direction of a leg. */
export interface DirectionKeys {
  rtp: SessionKeys;
  rtcp: SessionKeys;
  /** The length of the tag after each RTP packet. */
  tagBytes: number;
}

export function directionKeys(key: SrtpKey): DirectionKeys {
  return {
    rtp: sessionKeys(key, "rtp"),
    rtcp: sessionKeys(key, "rtcp"),
    tagBytes: tagBytes[key.suite],
  };
}

const firstLabel = { rtp: 0, rtcp: 3 };

/** Derives the keys once, because the key derivation rate of SDES is 0. */
export function sessionKeys(key: SrtpKey, protocol: "rtp" | "rtcp"): SessionKeys {
  const master = Buffer.from(key.inline, "base64");
  const label = firstLabel[protocol];
  return {
    cipher: derive(master, label, 16),
    auth: derive(master, label + 1, 20),
    salt: derive(master, label + 2, SALT_BYTES),
  };
}

function derive(master: Buffer, label: number, length: number): Buffer {
  const counter = Buffer.alloc(16);
  master.copy(counter, 0, MASTER_KEY_BYTES, MASTER_BYTES);
  counter[7] = (counter[7] ?? 0) ^ label;
  return encrypt(master.subarray(0, MASTER_KEY_BYTES), counter, Buffer.alloc(length));
}

/** Encrypts or decrypts with AES in counter mode; both are the same operation. */
export function encrypt(key: Buffer, counter: Buffer, bytes: Uint8Array): Buffer {
  return createCipheriv("aes-128-ctr", key, counter).update(bytes);
}

/** Returns the counter's first block for a packet (RFC 3711 section 4.1.1). */
export function buildCounter(salt: Buffer, packet: { ssrc: number; index: number }): Buffer {
  const counter = Buffer.alloc(16);
  counter.writeUInt32BE(packet.ssrc, 4);
  counter.writeUIntBE(packet.index, 8, 6);
  for (let i = 0; i < SALT_BYTES; i += 1) {
    counter[i] = (counter[i] ?? 0) ^ (salt[i] ?? 0);
  }
  return counter;
}
