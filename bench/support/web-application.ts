import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The application behind an exchange, which answers every request with a document. */
export class WebApplication {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Starts the application. `documentOf` gets the number of earlier requests, and returns the
   * content of `<Response>`.
   */
  static async start(documentOf: (requestCount: number) => string): Promise<WebApplication> {
    const server = createServer();
    let requestCount = 0;
    server.on("request", (request, response) => {
      request.resume();
      response.setHeader("content-type", "text/xml");
      response.end(`<Response>${documentOf(requestCount)}</Response>`);
      requestCount += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new WebApplication(server);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
