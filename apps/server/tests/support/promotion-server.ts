import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { signRequest } from "../../src/prizes/promotion-client.ts";

export class PromotionServer implements AsyncDisposable {
  readonly secret = "a secret of the tests";
  /**
   * The behaviour for the next requests: an answer, a redirect, a failure with a status, or no
   * answer.
   */
  behaviour: "answer" | "redirect" | "hang" | number = "answer";
  listener: object = { listenerId: null };
  readonly received: { method: string; path: string; body: Record<string, unknown> }[] = [];
  readonly badlySigned: string[] = [];
  url = "";
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => this.#handle(request, response, body));
  });

  static async start(): Promise<PromotionServer> {
    const started = new PromotionServer();
    await new Promise<void>((resolve) => started.#server.listen(0, "127.0.0.1", resolve));
    const { port } = started.#server.address() as AddressInfo;
    started.url = `http://127.0.0.1:${port}/promo`;
    return started;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get wins(): Record<string, unknown>[] {
    return this.received.filter(({ method }) => method === "PUT").map(({ body }) => body);
  }

  #handle(
    { method = "", url: path = "", headers }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): void {
    const timestamp = String(headers["linedesk-timestamp"]);
    const signature = signRequest(this.secret, { timestamp, method, path, body });
    if (headers["linedesk-signature"] !== signature) {
      this.badlySigned.push(path);
    }
    if (this.behaviour === "hang") {
      return;
    }
    if (this.behaviour === "redirect" && !path.includes("elsewhere")) {
      response.writeHead(307, { location: `${this.url}/elsewhere` }).end();
      return;
    }
    if (typeof this.behaviour === "number") {
      response.writeHead(this.behaviour).end("no");
      return;
    }
    this.received.push({ method, path, body: JSON.parse(body) as Record<string, unknown> });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(method === "POST" ? this.listener : {}));
  }
}
