import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { writeWav } from "@linedesk/audio";

const frameBytes = 108;
const frameMs = 36;
const burstMs = 2000;
const titleEvery = frameBytes;
/** A tone that would fold to 2 kHz if the rate were reduced to a telephone's without a filter. */
export const wideHz = 6000;

/** The current state of the programme. */
export type RadioState = "playing" | "silent" | "stalled" | "down";

/**
 * A radio station's stream server that behaves like Icecast: an endless MP3 of 1000 Hz in real
 * time, with a burst at the beginning. It can fall silent, stall, end and return.
 */
export class RadioServer {
  state: RadioState = "playing";
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #tone: Uint8Array;
  /** The value is the interval of bytes between titles that the listener requested. */
  readonly #listeners = new Map<ServerResponse, number | null>();
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
    const file = new URL("../../tests/data/stream-1000hz-16k.mp3", import.meta.url);
    const radio = new RadioServer(new Uint8Array(await readFile(file)));
    await new Promise<void>((resolve) => radio.#server.listen(0, "127.0.0.1", () => resolve()));
    return radio;
  }

  connections(path: string): number {
    return [...this.#listeners.keys()].filter((response) => response.req.url === path).length;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  die(): void {
    this.state = "down";
    for (const response of this.#listeners.keys()) {
      response.destroy();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? "");
    if (request.url === "/never") {
      return;
    }
    if (this.state === "down") {
      request.socket.destroy();
      return;
    }
    const leadTo = this.#leads[request.url ?? ""];
    if (leadTo !== undefined) {
      leadTo(response);
    } else if (request.url === "/live.wav") {
      sendEndlessWav(response);
    } else if (request.url === "/wide.wav") {
      response.end(wideWav());
    } else if (request.url === "/titles.mp3") {
      this.#begin(response, "audio/mpeg", titleEvery);
    } else if (request.url === "/slow.ogg") {
      void sendSlowly(response);
    } else if (request.url === "/tone.ogg") {
      void sendFile(response, "tone-440hz-44k1.ogg");
    } else if (request.url === "/aac") {
      this.#begin(response, "audio/aacp");
    } else {
      this.#begin(response, "audio/mpeg");
    }
  }

  get #leads(): Record<string, ((response: ServerResponse) => void) | undefined> {
    const stream = this.url("/named.mp3");
    return {
      "/moved": (response) => response.writeHead(302, { location: "/moved.mp3" }).end(),
      "/list.m3u": (response) => response.end(`#EXTM3U\n#EXTINF:-1,2ZZ\n${stream}\n`),
      "/list.pls": (response) => response.end(`[playlist]\nFile1=${stream}\n`),
      "/index.m3u8": (response) => response.end("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\na.ts"),
    };
  }

  #begin(response: ServerResponse, type: string, metadataEvery: number | null = null): void {
    const metadata = metadataEvery === null ? {} : { "icy-metaint": String(metadataEvery) };
    const more = { "icy-name": "2ZZ", "icy-br": "24", ...metadata };
    response.writeHead(200, { "content-type": type, ...more });
    for (let sentMs = 0; sentMs < burstMs; sentMs += frameMs) {
      response.write(this.#withTitle(this.#next(), metadataEvery));
    }
    this.#listeners.set(response, metadataEvery);
    response.once("close", () => this.#listeners.delete(response));
  }

  #send(): void {
    for (; this.#sentMs < performance.now() - this.#startMs; this.#sentMs += frameMs) {
      const frame = this.#next();
      if (this.state === "stalled") {
        continue;
      }
      for (const [response, every] of this.#listeners) {
        response.write(this.#withTitle(frame, every));
      }
    }
  }

  /** Adds a title after each frame, if titles come once per frame. */
  #withTitle(frame: Uint8Array, every: number | null): Uint8Array {
    if (every === null) {
      return frame;
    }
    const title = Buffer.alloc(32, "StreamTitle='Caller on line 1';");
    return Buffer.concat([frame, Buffer.of(title.length / 16), title]);
  }

  #next(): Uint8Array {
    this.#frame = (this.#frame + 1) % (this.#tone.length / frameBytes);
    const at = this.#frame * frameBytes;
    const frame = this.#tone.slice(at, at + frameBytes);
    // A frame whose side information contains only zeros is silent.
    return this.state === "silent" ? frame.fill(0, 4) : frame;
  }
}

const wideRate = 48_000;

function wideTone(from: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, i) => {
    const turn = (2 * Math.PI * (from + i)) / wideRate;
    return Math.round(6000 * (Math.sin(turn * 700) + Math.sin(turn * wideHz)));
  });
}

/** Returns ten seconds of 700 Hz and of a tone above the telephone's band. */
function wideWav(): Uint8Array {
  return writeWav(wideTone(0, 10 * wideRate), wideRate);
}

/** Sends the tones of `wideWav` in real time, without end and without a length. */
function sendEndlessWav(response: ServerResponse): void {
  const head = Buffer.from(writeWav(new Int16Array(0), wideRate));
  head.writeUInt32LE(0xffff_ffff, 40);
  response.writeHead(200, { "content-type": "audio/wav" });
  response.write(head);
  const startMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    while (sent < ((performance.now() - startMs + burstMs) * wideRate) / 1000) {
      const samples = wideTone(sent, 960);
      response.write(new Uint8Array(samples.buffer));
      sent += samples.length;
    }
  }, 20);
  response.once("close", () => clearInterval(timer));
}

async function sendFile(response: ServerResponse, file: string): Promise<void> {
  const bytes = await readFile(new URL(`../../tests/data/${file}`, import.meta.url));
  response.writeHead(200, { "content-type": "application/ogg", "content-length": bytes.length });
  response.end(bytes);
}

/** Sends five seconds of Ogg, a second at a time and without a length, as a speech service does. */
async function sendSlowly(response: ServerResponse): Promise<void> {
  const ogg = await readFile(new URL("../../tests/data/tone-440hz-44k1.ogg", import.meta.url));
  response.writeHead(200, { "content-type": "audio/ogg" });
  let left = 5;
  function send(): void {
    left -= 1;
    if (left > 0) {
      response.write(ogg);
    } else {
      response.end(ogg);
    }
    if (left === 0) {
      clearInterval(timer);
    }
  }
  const timer = setInterval(send, 1000);
  response.once("close", () => clearInterval(timer));
  send();
}
