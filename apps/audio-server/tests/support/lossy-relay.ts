import { createSocket, type RemoteInfo, type Socket } from "node:dgram";

/** Returns the delay in ms of a media packet to the line by its index, or `null` to lose it. */
export type PacketDelay = (packet: number) => number | null;

/** Returns true for RTP and RTCP by the first byte (RFC 7983); only these are lost or delayed. */
function isMedia(bytes: Buffer): boolean {
  const first = bytes[0] ?? 0;
  return first >= 128 && first < 192;
}

/**
 * Relays packets between the two ends of a call, and loses, delays and reorders the far end's
 * packets, as a network does.
 */
export class LossyRelay {
  readonly #near: Socket = createSocket("udp4");
  readonly #far: Socket = createSocket("udp4");
  readonly #delayOf: PacketDelay;
  #caller: RemoteInfo | null = null;
  #callee = { address: "127.0.0.1", port: 9 };
  #packets = 0;
  #isClosed = false;

  constructor(delayOf: PacketDelay) {
    this.#delayOf = delayOf;
  }

  get packets(): number {
    return this.#packets;
  }

  async open(): Promise<void> {
    for (const socket of [this.#near, this.#far]) {
      await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
    }
    this.#near.on("message", (bytes, from) => {
      this.#caller = from;
      this.#far.send(bytes, this.#callee.port, this.#callee.address);
    });
    this.#far.on("message", (bytes) => this.#pass(bytes));
  }

  between(sdp: string): string {
    const candidate = /^a=candidate:(\S+) 1 udp (\d+) (\d+\.\d+\.\d+\.\d+) (\d+) typ host.*$/im;
    const [, , , address = "", port = ""] = candidate.exec(sdp) ?? [];
    this.#callee = { address, port: Number(port) };
    const own = `a=candidate:1 1 udp 2130706431 127.0.0.1 ${this.#near.address().port} typ host`;
    const lines = sdp.split("\r\n").filter((line) => !line.startsWith("a=candidate:"));
    return lines.join("\r\n").replace("a=end-of-candidates", `${own}\r\na=end-of-candidates`);
  }

  close(): void {
    this.#isClosed = true;
    this.#near.close();
    this.#far.close();
  }

  #pass(bytes: Buffer): void {
    const delayMs = isMedia(bytes) ? this.#delayOf(this.#packets++) : 0;
    if (delayMs === null) {
      return;
    }
    setTimeout(() => {
      if (this.#caller !== null && !this.#isClosed) {
        this.#near.send(bytes, this.#caller.port, this.#caller.address);
      }
    }, delayMs);
  }
}
