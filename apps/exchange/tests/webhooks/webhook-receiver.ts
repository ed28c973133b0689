import { lookup } from "node:dns";
import http from "node:http";
import type { AddressInfo } from "node:net";

import { createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { WebhookError } from "../../src/webhooks/webhook-error.ts";
import type { WebhookRequest } from "../../src/webhooks/webhook-request.ts";

export const TOKEN = "0123456789abcdef0123456789abcdef";

export interface ReceivedRequest {
  url: string;
  signature: string;
  token: string;
  authorization: string;
  contentType: string;
  params: Record<string, string>;
  body: string;
}

export class WebhookReceiver {
  readonly server: http.Server;
  readonly client: WebhookClient;
  readonly received: ReceivedRequest[] = [];
  respond: (response: http.ServerResponse) => void = (response) =>
    response.setHeader("content-type", "text/xml").end("<Response/>");
  readonly #sender: ReturnType<typeof createNodeHttpSender>;

  private constructor() {
    this.server = http.createServer((request, response) => this.#take(request, response));
    this.#sender = createNodeHttpSender({
      isAllowedAddress: createAddressPolicy(["*", "127.0.0.1", "[::1]", "localhost"]),
      // The machine's own DNS may be slow for a name that does not exist.
      dns: (name, options, done) =>
        name.endsWith(".invalid")
          ? done(Object.assign(new Error(`no ${name}`), { code: "ENOTFOUND" }), [])
          : lookup(name, options, done),
    });
    this.client = new WebhookClient({
      send: this.#sender.send,
      policy: createUrlPolicy(["*"]),
      authToken: TOKEN,
    });
  }

  static async start(address = "127.0.0.1"): Promise<WebhookReceiver> {
    const app = new WebhookReceiver();
    await new Promise<void>((resolve) => app.server.listen(0, address, resolve));
    return app;
  }

  get origin(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
  }

  post(path: string, params: WebhookRequest["params"] = {}): WebhookRequest {
    return { url: this.origin + path, method: "POST", params };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.#sender.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #take(request: http.IncomingMessage, response: http.ServerResponse): void {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      this.received.push({
        url: request.url ?? "",
        signature: String(request.headers["x-twilio-signature"]),
        token: String(request.headers["i-twilio-idempotency-token"]),
        authorization: request.headers.authorization ?? "",
        contentType: request.headers["content-type"] ?? "",
        params: Object.fromEntries(new URLSearchParams(body)),
        body,
      });
      this.respond(response);
    });
  }
}

export async function catchError(request: Promise<unknown>): Promise<WebhookError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof WebhookError) {
      return error;
    }
    throw error;
  }
  throw new Error("the request did not fail");
}
