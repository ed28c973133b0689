import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Another system that receives webhooks over real HTTP and answers as configured. */
export class WebhookReceiver implements AsyncDisposable {
  status = 204;
  readonly received: { headers: IncomingHttpHeaders; body: string }[] = [];
  url = "";
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      this.received.push({ headers: request.headers, body });
      const location = this.status === 307 ? { location: `${this.url}/elsewhere` } : {};
      response.writeHead(this.status, location).end();
    });
  });

  static async start(): Promise<WebhookReceiver> {
    const started = new WebhookReceiver();
    await new Promise<void>((resolve) => started.#server.listen(0, "127.0.0.1", resolve));
    const { port } = started.#server.address() as AddressInfo;
    started.url = `http://127.0.0.1:${port}/hook`;
    return started;
  }

  get events(): { type: string; data: Record<string, unknown> }[] {
    return this.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
