import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export interface WebRequest {
  path: string;
  /** The requested path and query. */
  address: string;
  method: string;
  params: Record<string, string>;
  body: string;
  headers: IncomingMessage["headers"];
  /** Resolves when the request is answered or its client has closed the connection. */
  over: Promise<void>;
}

type Answer = string | ((request: WebRequest) => string | Promise<string>);

const WAIT_MS = 60_000;

export class ScriptedWebApp {
  readonly requests: WebRequest[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  readonly #sounds = new Map<string, Uint8Array>();
  readonly #refusals = new Map<string, number>();
  readonly #waiters = new Set<(request: WebRequest) => void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedWebApp> {
    const server = createServer();
    const app = new ScriptedWebApp(server);
    server.on("request", (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
      request.on("end", () => {
        const sound = app.#sounds.get(request.url ?? "");
        response.setHeader("content-type", sound === undefined ? "text/xml" : "audio/wav");
        if (sound === undefined) {
          void app.#take(request, body, response);
        } else {
          response.end(sound);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return app;
  }

  url(path: string): string {
    const address = this.#server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    return `http://127.0.0.1:${port}${path}`;
  }

  answer(path: string, inside: Answer): void {
    this.#answers.set(path, inside);
  }

  refuse(path: string, status: number): void {
    this.#refusals.set(path, status);
  }

  /** Serves a WAV file and returns its URL. */
  sound(path: string, wav: Uint8Array): string {
    this.#sounds.set(path, wav);
    return this.url(path);
  }

  requestsTo(path: string): WebRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  async waitForRequest(
    path: string,
    fits: (request: WebRequest) => boolean = () => true,
  ): Promise<WebRequest> {
    function matches(request: WebRequest) {
      return request.path === path && fits(request);
    }
    const past = this.requests.find(matches);
    if (past !== undefined) {
      return past;
    }
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const seen = this.requests.map((r) => `${r.path} ${JSON.stringify(r.params)}`).join("\n");
        reject(new Error(`no request for ${path} arrived; the requests were:\n${seen}`));
      }, WAIT_MS);
      const waiter = (request: WebRequest) => {
        if (!matches(request)) {
          return;
        }
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(request);
      };
      this.#waiters.add(waiter);
    });
  }

  clear(): void {
    this.requests.length = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(message: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const { url: address = "/", method = "GET", headers } = message;
    const url = new URL(address, "http://app");
    const params = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    const over = new Promise<void>((resolve) => response.once("close", resolve));
    const request = { path: url.pathname, address, method, params, body, headers, over };
    this.requests.push(request);
    for (const waiter of this.#waiters) {
      waiter(request);
    }
    const answer = this.#answers.get(url.pathname) ?? "";
    const inside = typeof answer === "string" ? answer : await answer(request);
    response.statusCode = this.#refusals.get(url.pathname) ?? 200;
    response.end(`<Response>${inside}</Response>`);
  }
}
