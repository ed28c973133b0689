import { createHmac } from "node:crypto";

import type { SrtpKey } from "@linedesk/audio";
import {
  CONTROL_HEADER_BYTES,
  CONTROL_TAG_BYTES,
  buildCounter,
  directionKeys,
  type DirectionKeys,
  encrypt,
} from "./session-keys.ts";
import { findPayloadStart } from "./srtp-receiver.ts";

const ENCRYPTED_FLAG = 0x80000000;

/** Protects the packets of a leg's only stream (RFC 3711). The packets must be in order. */
export class SrtpSender {
  readonly #keys: DirectionKeys;
  #rollovers = 0;
  #lastSequence = 0;
  #controlIndex = 0;

  constructor(key: SrtpKey) {
    this.#keys = directionKeys(key);
  }

  protect(packet: Buffer): Buffer {
    const sequence = packet.readUInt16BE(2);
    if (sequence < this.#lastSequence) {
      this.#rollovers += 1;
    }
    this.#lastSequence = sequence;
    const start = findPayloadStart(packet);
    const index = this.#rollovers * 0x10000 + sequence;
    const counter = buildCounter(this.#keys.rtp.salt, { ssrc: packet.readUInt32BE(8), index });
    const payload = encrypt(this.#keys.rtp.cipher, counter, packet.subarray(start));
    const header = packet.subarray(0, start);
    const tag = createHmac("sha1", this.#keys.rtp.auth).update(header).update(payload);
    const whole = tag.update(fourBytes(this.#rollovers)).digest();
    return Buffer.concat([header, payload, whole.subarray(0, this.#keys.tagBytes)]);
  }

  protectControl(packet: Buffer): Buffer {
    this.#controlIndex += 1;
    const at = { ssrc: packet.readUInt32BE(4), index: this.#controlIndex };
    const counter = buildCounter(this.#keys.rtcp.salt, at);
    const body = encrypt(this.#keys.rtcp.cipher, counter, packet.subarray(CONTROL_HEADER_BYTES));
    const index = fourBytes((ENCRYPTED_FLAG | this.#controlIndex) >>> 0);
    const sealed = Buffer.concat([packet.subarray(0, CONTROL_HEADER_BYTES), body, index]);
    const tag = createHmac("sha1", this.#keys.rtcp.auth).update(sealed).digest();
    return Buffer.concat([sealed, tag.subarray(0, CONTROL_TAG_BYTES)]);
  }
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
