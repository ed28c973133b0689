import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The application behind an exchange: answers a document to everything, and tells of each request.
 */
export class WebApplication {
  readonly #server: Server;
  readonly #waiting: { path: string; resolve: (atMs: number) => void }[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `documentOf` says what stands inside `<Response>`, by how many were asked for before. */
  static async start(documentOf: (asked: number) => string): Promise<WebApplication> {
    const server = createServer();
    let requestCount = 0;
    const application = new WebApplication(server);
    server.on("request", (request, response) => {
      application.#emit(request.url ?? "/");
      request.resume();
      response.setHeader("content-type", "text/xml");
      response.end(`<Response>${documentOf(requestCount)}</Response>`);
      requestCount += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return application;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** When the next request for that path came in. */
  async nextRequest(path: string): Promise<number> {
    return new Promise((resolve) => this.#waiting.push({ path, resolve }));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #emit(url: string): void {
    const at = this.#waiting.findIndex(({ path }) => url === path);
    if (at >= 0) {
      this.#waiting.splice(at, 1)[0]?.resolve(performance.now());
    }
  }
}
