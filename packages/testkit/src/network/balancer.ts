import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

const CHECK_EVERY_MS = 500;
const CHECK_MS = 2_000;
/** A busy server may miss one check. */
const MOST_MISSED = 2;
/** The time that a server has for its answer. */
const ANSWER_MS = 15_000;

interface Backend {
  port: number;
  isReady: boolean;
  /** The number of consecutive checks without a good answer. */
  missed: number;
  sockets: Set<Socket>;
}

/**
 * A small load balancer. It checks which servers are ready, and sends each request to the next
 * ready server. If that server refuses the connection, the request goes to another one.
 */
export class Balancer {
  readonly #backends: Backend[] = [];
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #checks: NodeJS.Timeout;
  #next = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
    this.#checks = setInterval(() => this.#backends.forEach(checkReady), CHECK_EVERY_MS);
  }

  static async open(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(0, "127.0.0.1", resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a server, which counts as ready until its first check. */
  add(port: number): void {
    this.#backends.push({ port, isReady: true, missed: 0, sockets: new Set() });
  }

  /** Gives this server no more requests, and ends its sockets. */
  remove(port: number): void {
    const at = this.#backends.findIndex((backend) => backend.port === port);
    const [removed] = at === -1 ? [] : this.#backends.splice(at, 1);
    removed?.sockets.forEach((socket) => socket.destroy());
  }

  /** Returns true when this server gets requests. */
  isReady(port: number): boolean {
    return this.#backends.some((backend) => backend.port === port && backend.isReady);
  }

  /** Returns the number of open WebSockets at this server. */
  countSockets(port: number): number {
    return this.#backends.find((backend) => backend.port === port)?.sockets.size ?? 0;
  }

  close(): void {
    clearInterval(this.#checks);
    this.#agent.destroy();
    this.#backends.forEach(({ sockets }) => sockets.forEach((socket) => socket.destroy()));
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Lists the ready servers, beginning with the next one in turn. */
  #turn(): Backend[] {
    this.#next += 1;
    const ready = this.#backends.filter(({ isReady }) => isReady);
    const first = this.#next % Math.max(1, ready.length);
    return [...ready.slice(first), ...ready.slice(0, first)];
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) {
        pieces.push(piece as Buffer);
      }
    } catch {
      // The client left before it had sent its whole request.
      return;
    }
    this.#send(request, Buffer.concat(pieces), { response, left: this.#turn() });
  }

  #send(
    request: IncomingMessage,
    body: Buffer,
    { response, left: [backend, ...others] }: { response: ServerResponse; left: Backend[] },
  ): void {
    if (backend === undefined) {
      response.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    const { method, url: path, headers } = request;
    const to = { host: "127.0.0.1", port: backend.port, method, path, headers };
    const sent = open({ ...to, agent: this.#agent, timeout: ANSWER_MS }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", (error) => {
      if (response.headersSent) {
        response.destroy();
      } else if ("code" in error && error.code === "ECONNREFUSED") {
        this.#send(request, body, { response, left: others });
      } else {
        // The server may have executed the request, so no other server gets it.
        response.writeHead(502).end();
      }
    });
    sent.end(body);
  }

  #upgrade(request: IncomingMessage, near: Socket, head: Buffer): void {
    const [backend] = this.#turn();
    near.on("error", () => near.destroy());
    if (backend === undefined) {
      near.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
      return;
    }
    const far = connect({ port: backend.port, host: "127.0.0.1" });
    const lines = request.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ""}`] : [],
    );
    far.write([`GET ${request.url ?? "/"} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    far.write(head);
    near.pipe(far).pipe(near);
    backend.sockets.add(near);
    far.on("error", () => near.destroy());
    far.on("close", () => near.destroy());
    near.on("close", () => {
      far.destroy();
      backend.sockets.delete(near);
    });
  }
}

function checkReady(backend: Backend): void {
  const path = "/api/health/ready";
  const check = open(
    { host: "127.0.0.1", port: backend.port, path, timeout: CHECK_MS },
    (answer) => {
      backend.missed = 0;
      backend.isReady = answer.statusCode === 200;
      answer.resume();
    },
  );
  check.on("timeout", () => check.destroy());
  check.on("error", () => {
    backend.missed += 1;
    backend.isReady = backend.isReady && backend.missed < MOST_MISSED;
  });
  check.end();
}
