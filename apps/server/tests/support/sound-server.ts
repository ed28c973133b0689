import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { sine, writeWav } from "@linedesk/audio";

const RATE = 8_000;

/** Returns a WAV of a tone; an amplitude of 0.1 is about -23 LUFS. */
export function aTone(durationMs: number, amplitude: number, toneHz = 1000): Buffer {
  const tone = sine({ frequenciesHz: [toneHz], durationMs, amplitude, sampleRate: RATE });
  return Buffer.from(writeWav(tone, RATE));
}

export class SoundServer {
  readonly #server: Server;
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly requests: string[] = [];

  private constructor(files: Record<string, Buffer>) {
    this.#files = new Map(Object.entries(files));
    this.#server = createServer((request, response) => {
      const path = request.url ?? "";
      this.requests.push(path);
      const bytes = this.#files.get(path);
      const [, target] = path.split("/to?");
      if (target !== undefined) {
        response.writeHead(302, { location: decodeURIComponent(target) }).end();
      } else if (path === "/inside") {
        response.writeHead(302, { location: "http://10.0.0.1/secret.wav" }).end();
      } else if (bytes === undefined) {
        response.writeHead(404).end();
      } else {
        response.writeHead(200, { "content-length": bytes.length }).end(bytes);
      }
    });
  }

  static async open(files: Record<string, Buffer>): Promise<SoundServer> {
    const sounds = new SoundServer(files);
    await new Promise<void>((resolve) => sounds.#server.listen(0, "127.0.0.1", resolve));
    return sounds;
  }

  /** The host in the form of `WEBHOOK_HOSTS`. */
  get host(): string {
    return new URL(this.url("/")).host;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
