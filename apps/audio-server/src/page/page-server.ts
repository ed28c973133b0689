import { createServer, type IncomingMessage, type Server } from "node:http";

import {
  endAfterLongBody,
  HTTP_TIMEOUTS,
  isLoopback,
  isLoopbackName,
  refuseExpectations,
} from "@linedesk/base";
import { Metrics } from "./metrics.ts";
import { renderPage } from "./render-page.ts";
import type { ServerReport } from "./server-report.ts";

interface PageOptions {
  host: string;
  port: number;
  report: () => ServerReport;
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
};

export class PageServer {
  readonly #options: PageOptions;
  readonly #server: Server;
  readonly #metrics = new Metrics();

  constructor(options: PageOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      endAfterLongBody(request, response);
      void this.#answer(request).then(({ status, type, body }) => {
        response.writeHead(status, { ...HEADERS, "content-type": type }).end(body);
      });
    });
    Object.assign(refuseExpectations(this.#server), HTTP_TIMEOUTS);
  }

  listen(): Promise<number> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer({ method = "GET", url = "/", headers }: IncomingMessage) {
    // A name that a page elsewhere had pointed here would let it read what is shown here.
    if (isLoopback(this.#options.host) && !isLoopbackName(headers.host)) {
      return text(403, "This page is for this machine alone.");
    }
    if (method !== "GET" && method !== "HEAD") {
      return text(405, "This page takes no orders.");
    }
    const report = this.#options.report();
    // Not by `URL`, which throws for what is no path, as two slashes.
    switch (url.replace(/[?#].*/s, "")) {
      case "/":
        return { status: 200, type: "text/html; charset=utf-8", body: renderPage(report) };
      case "/state":
        return { status: 200, type: "application/json", body: JSON.stringify(report) };
      case "/health":
        return isHealthy(report)
          ? text(200, "ok")
          : text(503, "A line or a connection is missing.");
      case "/metrics":
        return {
          status: 200,
          type: this.#metrics.contentType,
          body: await this.#metrics.render(report),
        };
      default:
        return text(404, "There is no such page.");
    }
  }
}

function isHealthy({ hub, lines }: ServerReport): boolean {
  return hub === "connected" && lines.every((one) => one.isOnChannel && one.isDeviceOpen);
}

function text(status: number, body: string) {
  return { status, type: "text/plain; charset=utf-8", body };
}
