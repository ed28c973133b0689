import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const RATE = 8000;
const PIECE_MS = 100;
/** The length of the sound that a player needs before it starts. */
const HEAD_START_MS = 600;

export class LiveRadio {
  readonly #server: Server;
  readonly #samples: Int16Array;
  readonly #startedMs = performance.now();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isAway = false;

  private constructor(samples: Int16Array) {
    this.#samples = samples;
    this.#server = createServer((_request, response) => this.#stream(response));
  }

  static async open(samples: Int16Array): Promise<LiveRadio> {
    const radio = new LiveRadio(samples);
    await new Promise<void>((resolve) => radio.#server.listen(0, "127.0.0.1", resolve));
    return radio;
  }

  /** Closes all connections and refuses new ones until the radio is back. */
  goAway(): void {
    this.#isAway = true;
    this.#server.closeAllConnections();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  /** The host in the form of `WEBHOOK_HOSTS`. */
  get host(): string {
    return new URL(this.url).host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/live`;
  }

  /** Returns the sound that a receiver with this delay plays from now on. */
  from(delayS: number, lengthS: number): Int16Array {
    const at = this.#position() - delayS * RATE;
    return this.#cut(at, lengthS * RATE);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) {
      clearInterval(timer);
    }
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #position(): number {
    return Math.round(((performance.now() - this.#startedMs) * RATE) / 1000);
  }

  #cut(from: number, length: number): Int16Array {
    const samples = this.#samples;
    const start = ((from % samples.length) + samples.length) % samples.length;
    return Int16Array.from({ length }, (_, i) => samples[(start + i) % samples.length] ?? 0);
  }

  #stream(response: ServerResponse): void {
    if (this.#isAway) {
      response.destroy();
      return;
    }
    response.writeHead(200, { "content-type": "audio/wav", "icy-name": "2ZZ" });
    response.write(endlessHeader());
    let sent = this.#position() - (HEAD_START_MS * RATE) / 1000;
    const send = (): void => {
      const length = this.#position() - sent;
      response.write(Buffer.from(this.#cut(sent, length).buffer));
      sent += length;
    };
    send();
    const timer = setInterval(send, PIECE_MS);
    this.#timers.add(timer);
    response.once("close", () => {
      clearInterval(timer);
      this.#timers.delete(timer);
    });
  }
}

/** Returns a WAV header for 16 bits, one channel and unknown length. */
function endlessHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(0xffffffff, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(0xffffffff, 40);
  return header;
}
