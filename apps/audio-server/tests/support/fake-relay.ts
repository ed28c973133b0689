import { createSocket } from "node:dgram";

const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const ANSWER = 0x0100;
const REFUSAL = 0x0110;
const forbidden = Buffer.from([0, 0, 4, 3]);
const lifetimeS = 1;

export type RelayBehaviour = "refuses" | "is silent" | "answers late" | "answers";

/** A TURN server by UDP that relays nothing (RFC 8656). */
export class FakeRelay {
  readonly #socket = createSocket("udp4");
  /** The lifetimes in seconds that requests to refresh its ports contained. */
  readonly refreshes: number[] = [];
  allocations = 0;

  static async open(behaviour: RelayBehaviour): Promise<FakeRelay> {
    const relay = new FakeRelay(behaviour);
    await new Promise<void>((resolve) => relay.#socket.bind(0, "127.0.0.1", resolve));
    return relay;
  }

  private constructor(behaviour: RelayBehaviour) {
    this.#socket.on("message", (request, { port, address }) => {
      const answer = this.#answer(behaviour, request);
      const isLate = behaviour === "answers late" && request.readUInt16BE(0) === ALLOCATE;
      if (answer !== null) {
        setTimeout(() => this.#socket.send(answer, port, address), isLate ? 400 : 0);
      }
    });
  }

  get url(): string {
    return `turn:127.0.0.1:${this.#socket.address().port}`;
  }

  close(): void {
    this.#socket.close();
  }

  #answer(behaviour: RelayBehaviour, request: Buffer): Buffer | null {
    const method = request.readUInt16BE(0);
    if (method === REFRESH) {
      this.refreshes.push(readLifetime(request));
    } else {
      this.allocations += 1;
    }
    if (behaviour === "is silent") {
      return null;
    }
    const lifetime = Buffer.alloc(4);
    lifetime.writeUInt32BE(lifetimeS);
    return behaviour === "refuses"
      ? buildStun(method | REFUSAL, request, attribute(0x0009, forbidden))
      : buildStun(
          method | ANSWER,
          request,
          Buffer.concat([
            attribute(0x0016, localAddress()),
            attribute(0x0020, localAddress()),
            attribute(0x000d, lifetime),
          ]),
        );
  }
}

export function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** Returns 127.0.0.1:50000, encoded for STUN. */
function localAddress(): Buffer {
  const value = Buffer.alloc(8);
  value.writeUInt16BE(1, 0);
  value.writeUInt16BE(50_000 ^ 0x2112, 2);
  value.writeUInt32BE((0x7f000001 ^ 0x2112a442) >>> 0, 4);
  return value;
}

function buildStun(type: number, request: Buffer, body: Buffer): Buffer {
  const header = Buffer.from(request.subarray(0, 20));
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}

function readLifetime(request: Buffer): number {
  const at = request.indexOf(Buffer.from([0, 0x0d, 0, 4]), 20);
  return at < 0 ? Number.NaN : request.readUInt32BE(at + 4);
}
