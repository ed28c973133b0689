import { once } from "node:events";
import type { AddressInfo } from "node:net";

import type { BrowserContext } from "@playwright/test";
import { type RawData, WebSocket, WebSocketServer } from "ws";

/**
 * Sits between a page and the station's realtime socket, so that a bench can send its own events.
 * The page receives them from a socket, in the same way as a station's events. Playwright's own
 * tool runs a script in the page for each message, which would be measured too.
 */
export class SocketBetween {
  readonly #server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  readonly #station: string;
  #page: WebSocket | null = null;

  constructor(stationUrl: string) {
    this.#station = stationUrl.replace(/^http/, "ws");
    this.#server.on("connection", (page, { url = "/", headers }) => {
      const { origin = "" } = headers;
      this.#join(page, new WebSocket(new URL(url, this.#station), { origin }));
    });
  }

  /**
   * Call this before the page opens. The context must bypass the page's policy, because the port
   * differs.
   */
  async standIn(context: BrowserContext): Promise<void> {
    if (this.#server.address() === null) {
      await once(this.#server, "listening");
    }
    const { port } = this.#server.address() as AddressInfo;
    await context.addInitScript((to) => {
      const Real = globalThis.WebSocket;
      globalThis.WebSocket = class extends Real {
        constructor(url: string | URL, protocols?: string | string[]) {
          const address = new URL(url);
          address.port = address.pathname.startsWith("/app/") ? String(to) : address.port;
          super(address, protocols);
        }
      };
    }, port);
  }

  send(message: string): void {
    this.#page?.send(message);
  }

  close(): void {
    for (const client of this.#server.clients) {
      client.terminate();
    }
    this.#server.close();
  }

  #join(page: WebSocket, station: WebSocket): void {
    this.#page = page;
    const early: string[] = [];
    page.on("message", (data) => {
      const text = readText(data);
      if (station.readyState === WebSocket.OPEN) {
        station.send(text);
      } else {
        early.push(text);
      }
    });
    station.on("open", () => early.splice(0).forEach((text) => station.send(text)));
    station.on("message", (data) => page.send(readText(data)));
    page.on("close", () => station.terminate());
    station.on("close", (code) => page.close(code === 1006 ? 1001 : code));
    station.on("error", () => page.terminate());
  }
}

/** A socket delivers each message in one piece. */
function readText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : "";
}
