import { createHash, createHmac, randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { isIPv4 } from "node:net";

/** The magic cookie of STUN. The numbers below are those of RFC 8489 and RFC 8656. */
const COOKIE = 0x2112a442;
const method = { allocate: 0x003, createPermission: 0x008 };
const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  family: 0x0017,
  transport: 0x0019,
};
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
const IPV6 = Buffer.of(2, 0, 0, 0);
const UDP = Buffer.of(17, 0, 0, 0);
const AGAIN_MS = 500;

export interface Login {
  username: string;
  password: string;
}

type Attributes = (readonly [type: number, value: Buffer])[];

/**
 * A client of the relay, with its own port. Its methods return 0 for success, otherwise STUN's
 * error code.
 */
export class TurnClient {
  readonly #socket: Socket = createSocket("udp4");
  readonly #port: number;
  readonly #login: Login;
  #realm: Buffer = Buffer.alloc(0);
  #nonce: Buffer = Buffer.alloc(0);

  constructor(port: number, login: Login) {
    this.#port = port;
    this.#login = login;
  }

  async allocate(family: "IPv4" | "IPv6" = "IPv4"): Promise<number> {
    const wanted: Attributes = [[attribute.transport, UDP]];
    if (family === "IPv6") {
      wanted.push([attribute.family, IPV6]);
    }
    const challenge = await this.#ask(method.allocate, wanted);
    this.#realm = challenge.get(attribute.realm) ?? this.#realm;
    this.#nonce = challenge.get(attribute.nonce) ?? this.#nonce;
    return errorOf(await this.#ask(method.allocate, wanted, true));
  }

  /** Requests permission for data to that peer. */
  async permit(peer: string): Promise<number> {
    const transaction = randomBytes(12);
    const value = peerAddress(peer, transaction);
    return errorOf(
      await this.#ask(method.createPermission, [[attribute.peer, value]], true, transaction),
    );
  }

  close(): void {
    this.#socket.close();
  }

  #ask(
    type: number,
    attributes: Attributes,
    isSigned = false,
    transaction = randomBytes(12),
  ): Promise<Map<number, Buffer>> {
    const signed: Attributes = [
      ...attributes,
      [attribute.username, Buffer.from(this.#login.username)],
      [attribute.realm, this.#realm],
      [attribute.nonce, this.#nonce],
    ];
    const message = isSigned
      ? this.#sign(compose(type, transaction, signed))
      : compose(type, transaction, attributes);
    return new Promise((resolve) => {
      const send = () => this.#socket.send(message, this.#port, "127.0.0.1");
      const again = setInterval(send, AGAIN_MS);
      const take = (answer: Buffer) => {
        if (!answer.subarray(8, HEADER_BYTES).equals(transaction)) {
          return;
        }
        clearInterval(again);
        this.#socket.off("message", take);
        resolve(readAttributes(answer));
      };
      this.#socket.on("message", take);
      send();
    });
  }

  #sign(message: Buffer): Buffer {
    const { username, password } = this.#login;
    const key = createHash("md5")
      .update(`${username}:${this.#realm.toString()}:${password}`)
      .digest();
    message.writeUInt16BE(message.length - HEADER_BYTES + INTEGRITY_BYTES, 2);
    const proof = createHmac("sha1", key).update(message).digest();
    return Buffer.concat([message, writeAttribute(attribute.integrity, proof)]);
  }
}

function compose(type: number, transaction: Buffer, attributes: Attributes): Buffer {
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
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function readAttributes(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return found;
}

function errorOf(attributes: Map<number, Buffer>): number {
  const error = attributes.get(attribute.error);
  return error === undefined ? 0 : (error[2] ?? 0) * 100 + (error[3] ?? 0);
}

/** Encodes XOR-PEER-ADDRESS with port 9. */
function peerAddress(address: string, transaction: Buffer): Buffer {
  const cookie = Buffer.alloc(4);
  cookie.writeUInt32BE(COOKIE);
  const mask = Buffer.concat([cookie, transaction]);
  const bytes = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6(address);
  const head = Buffer.of(0, bytes.length === 4 ? 1 : 2, 0, 0);
  head.writeUInt16BE(9 ^ (COOKIE >>> 16), 2);
  return Buffer.concat([head, bytes.map((byte, i) => byte ^ (mask[i] ?? 0))]);
}

/** Encodes an IPv6 address with eight groups or one `::`, even with an IPv4 address at its end. */
function ipv6(address: string): Buffer {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = "", tail] = hex.split("::");
  function groups(text: string) {
    return text.split(":").filter((group) => group !== "");
  }
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const bytes = Buffer.alloc(16);
  for (const [i, group] of [...before, ...zeros, ...after].entries()) {
    bytes.writeUInt16BE(parseInt(group, 16), i * 2);
  }
  return bytes;
}
