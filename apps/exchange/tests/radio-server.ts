import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const frameBytes = 108;
const frameMs = 36;
const burstMs = 2000;

/** What the programme does now. */
export type RadioState = "playing" | "silent" | "stalled" | "down";

/**
 * A radio station's stream server as Icecast is one: an endless MP3 of 1000 Hz in real time, with a
 * burst at the beginning. It can fall silent, stall, die and come back.
 */
export class RadioServer {
  state: RadioState = "playing";
  /** Paths of all requests. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #tone: Uint8Array;
  readonly #listeners = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;
  readonly #startMs = performance.now();
  #sentMs = 0;
  #frame = 0;

  private constructor(tone: Uint8Array) {
    this.#tone = tone;
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#timer = setInterval(() => this.#send(), 20);
  }

  static async open(): Promise<RadioServer> {
    const file = new URL("data/stream-1000hz-16k.mp3", import.meta.url);
    const radio = new RadioServer(new Uint8Array(await readFile(file)));
    await new Promise<void>((resolve) => radio.#server.listen(0, "127.0.0.1", () => resolve()));
    return radio;
  }

  /** Connections that are open to a path now. */
  connections(path: string): number {
    return [...this.#listeners].filter((response) => response.req.url === path).length;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** All connections break, and new ones are refused until it is back. */
  die(): void {
    this.state = "down";
    for (const response of this.#listeners) response.destroy();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? "");
    if (request.url === "/never") return;
    if (this.state === "down") {
      request.socket.destroy();
      return;
    }
    if (request.url === "/slow.ogg") void sendSlowly(response);
    else if (request.url === "/tone.ogg") void sendFile(response, "tone-440hz-44k1.ogg");
    else if (request.url === "/aac") this.#begin(response, "audio/aacp");
    else this.#begin(response, "audio/mpeg");
  }

  #begin(response: ServerResponse, type: string): void {
    response.writeHead(200, { "content-type": type, "icy-name": "2ZZ", "icy-br": "24" });
    for (let sentMs = 0; sentMs < burstMs; sentMs += frameMs) response.write(this.#next());
    this.#listeners.add(response);
    response.once("close", () => this.#listeners.delete(response));
  }

  #send(): void {
    for (; this.#sentMs < performance.now() - this.#startMs; this.#sentMs += frameMs) {
      const frame = this.#next();
      if (this.state === "stalled") continue;
      for (const response of this.#listeners) response.write(frame);
    }
  }

  #next(): Uint8Array {
    this.#frame = (this.#frame + 1) % (this.#tone.length / frameBytes);
    const at = this.#frame * frameBytes;
    const frame = this.#tone.slice(at, at + frameBytes);
    // A frame whose side information is all zeros is silence.
    return this.state === "silent" ? frame.fill(0, 4) : frame;
  }
}

async function sendFile(response: ServerResponse, file: string): Promise<void> {
  const bytes = await readFile(new URL(`data/${file}`, import.meta.url));
  response.writeHead(200, { "content-type": "application/ogg", "content-length": bytes.length });
  response.end(bytes);
}

/** Five seconds of Ogg, a second at a time and without a length, as a speech service answers. */
async function sendSlowly(response: ServerResponse): Promise<void> {
  const ogg = await readFile(new URL("data/tone-440hz-44k1.ogg", import.meta.url));
  response.writeHead(200, { "content-type": "audio/ogg" });
  let left = 5;
  const send = (): void => {
    left -= 1;
    if (left > 0) response.write(ogg);
    else response.end(ogg);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(send, 1000);
  response.once("close", () => clearInterval(timer));
  send();
}
