import { createHmac, timingSafeEqual } from "node:crypto";

const HEADER_BYTES = 20;
const COOKIE = 0x2112a442;
/** These two bits of the type distinguish requests, indications and responses. */
const CLASS_BITS = 0x0110;
const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const FINGERPRINT = 0x8028;
const INTEGRITY_BYTES = 20;

export type StunClass = "request" | "indication" | "answer";

interface Attribute {
  type: number;
  at: number;
  value: Buffer;
}

/** Returns `null` if the datagram is not a STUN message (RFC 8489 5). */
export function readStunClass(datagram: Buffer): StunClass | null {
  const isStun =
    datagram.length >= HEADER_BYTES &&
    datagram.readUInt32BE(4) === COOKIE &&
    datagram.readUInt16BE(2) === datagram.length - HEADER_BYTES &&
    (datagram[0] ?? 0xff) < 4;
  if (!isStun) {
    return null;
  }
  const bits = datagram.readUInt16BE(0) & CLASS_BITS;
  return bits === 0 ? "request" : bits === 0x0010 ? "indication" : "answer";
}

export function readUsername(request: Buffer): { own: string; other: string } {
  const name = readAttributes(request).find(({ type }) => type === USERNAME);
  const [own = "", other = ""] = name?.value.toString("utf8").split(":") ?? [];
  return { own, other };
}

/** Returns true if the password signs the whole request (RFC 8489 14.5). */
export function isSigned(request: Buffer, password: string): boolean {
  const attributes = readAttributes(request);
  const index = attributes.findIndex(({ type }) => type === MESSAGE_INTEGRITY);
  const signature = attributes[index];
  if (signature?.value.length !== INTEGRITY_BYTES) {
    return false;
  }
  const signed = Buffer.from(request.subarray(0, signature.at));
  signed.writeUInt16BE(signature.at - HEADER_BYTES + 4 + INTEGRITY_BYTES, 2);
  const expected = createHmac("sha1", password).update(signed).digest();
  const isLast = attributes.slice(index + 1).every(({ type }) => type === FINGERPRINT);
  return isLast && timingSafeEqual(expected, signature.value);
}

function readAttributes(message: Buffer): Attribute[] {
  const attributes: Attribute[] = [];
  for (let at = HEADER_BYTES; at < message.length;) {
    if (at + 4 > message.length) {
      return [];
    }
    const length = message.readUInt16BE(at + 2);
    const end = at + 4 + length;
    if (end > message.length) {
      return [];
    }
    attributes.push({
      type: message.readUInt16BE(at),
      at,
      value: message.subarray(at + 4, end),
    });
    at = end + ((4 - (length % 4)) % 4);
  }
  return attributes;
}
