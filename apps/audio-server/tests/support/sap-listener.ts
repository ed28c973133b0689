import { createSocket, type Socket } from "node:dgram";

import { SAP_ADDRESS, SAP_PORT } from "../../src/devices/aes67/announce-stream.ts";

const HEADER_BYTES = 8;
const TYPE = "application/sdp\0";
const DELETION = 0x04;
/** The longest wait for an announcement, which a stream sends as soon as it begins. */
const WITHIN_MS = 10_000;

export class SapListener {
  readonly #descriptions: string[] = [];
  readonly #socket: Socket;
  #onNext: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (bytes) => {
      const text = bytes.toString("utf8", HEADER_BYTES);
      if (text.startsWith(TYPE) && ((bytes[0] ?? 0) & DELETION) === 0) {
        this.#descriptions.push(text.slice(TYPE.length));
        this.#onNext();
      }
    });
  }

  static async open(localAddress: string): Promise<SapListener> {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    await new Promise<void>((resolve) => socket.bind(SAP_PORT, SAP_ADDRESS, resolve));
    socket.addMembership(SAP_ADDRESS, localAddress);
    return new SapListener(socket);
  }

  async description(port: number): Promise<string> {
    const endMs = performance.now() + WITHIN_MS;
    for (;;) {
      const found = this.#descriptions.find((one) => one.includes(`\r\nm=audio ${port} `));
      if (found !== undefined) {
        return found;
      }
      if (performance.now() > endMs) {
        throw new Error(`No stream to port ${port} was announced.`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        this.#onNext = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.#socket.close();
  }
}
