import { createHash, createHmac } from "node:crypto";

/** STUN messages for one TURN allocation (RFC 8489 and RFC 8656). */
const COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;

export const method = { allocate: 0x0003, refresh: 0x0004 };
export const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  transport: 0x0019,
  mappedAddress: 0x0020,
};
/** REQUESTED-TRANSPORT with the protocol number of UDP. */
export const UDP_RELAY: Buffer = Buffer.of(17, 0, 0, 0);

export type StunAttributes = (readonly [type: number, value: Buffer])[];

export interface StunLogin {
  username: string;
  password: string;
  realm: Buffer;
  nonce: Buffer;
}

export function composeRequest(
  type: number,
  transaction: Buffer,
  attributes: StunAttributes,
  login: StunLogin | null = null,
): Buffer {
  if (login === null) {
    return compose(type, transaction, attributes);
  }
  const { username, realm, nonce } = login;
  const message = compose(type, transaction, [
    ...attributes,
    [attribute.username, Buffer.from(username)],
    [attribute.realm, realm],
    [attribute.nonce, nonce],
  ]);
  return sign(message, login);
}

function sign(message: Buffer, { username, password, realm }: StunLogin): Buffer {
  const key = createHash("md5").update(`${username}:${realm.toString()}:${password}`).digest();
  message.writeUInt16BE(message.length - HEADER_BYTES + INTEGRITY_BYTES, 2);
  const proof = createHmac("sha1", key).update(message).digest();
  return Buffer.concat([message, writeAttribute(attribute.integrity, proof)]);
}

function compose(type: number, transaction: Buffer, attributes: StunAttributes): Buffer {
  const body = Buffer.concat(attributes.map(([kind, value]) => writeAttribute(kind, value)));
  const header = Buffer.alloc(8);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length, 2);
  header.writeUInt32BE(COOKIE, 4);
  return Buffer.concat([header, transaction, body]);
}

function writeAttribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc(countPadding(value.length))]);
}

/** Attributes begin at multiples of four bytes. */
function countPadding(length: number): number {
  return (4 - (length % 4)) % 4;
}

/** Returns the first complete message of a stream or a datagram; `null` until it is complete. */
export function readMessage(bytes: Buffer): Buffer | null {
  if (bytes.length < HEADER_BYTES) {
    return null;
  }
  const length = HEADER_BYTES + bytes.readUInt16BE(2);
  return bytes.length < length ? null : bytes.subarray(0, length);
}

export function isAnswerTo(transaction: Buffer, message: Buffer): boolean {
  return message.subarray(8, HEADER_BYTES).equals(transaction);
}

export function readAttributes(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + countPadding(length);
  }
  return found;
}

/** Returns the code of ERROR-CODE; 0 for a success. */
export function readErrorCode(attributes: ReadonlyMap<number, Buffer>): number {
  const error = attributes.get(attribute.error);
  return error === undefined ? 0 : (error[2] ?? 0) * 100 + (error[3] ?? 0);
}

/** Returns an XOR-MAPPED-ADDRESS or XOR-RELAYED-ADDRESS of IPv4; `null` for another family. */
export function readXorAddress(value: Buffer | undefined): string | null {
  if (value === undefined || value.length < 8 || value[1] !== 1) {
    return null;
  }
  const address = (value.readUInt32BE(4) ^ COOKIE) >>> 0;
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}
