import { createServer, type Server, type Socket } from "node:net";

import type { LineState } from "../protocol/line-state.ts";
import {
  findClosed,
  formatOutputs,
  type GpioPorts,
  parseGpioLine,
  PORT_PINS,
} from "./gpio-command.ts";
import { formatLwcpLine, type LwcpCommand, parseLwcpLine } from "./lwcp-command.ts";

export interface GpioLine {
  state: LineState;
  isFaulty: boolean;
  start(): void;
  stop(): void;
}

interface GpioOptions {
  host: string;
  port: number;
  lines: readonly (() => GpioLine)[];
  version: string;
}

const MAX_SOCKETS = 16;
const MAX_LINE_CHARS = 200;
/**
 * Matches an HTTP request. Such a request is refused, because a page in a local browser could use
 * it to send commands.
 */
const HTTP = / HTTP\/\d/;
/** A client that does not read is disconnected before its lines fill the memory. */
const MAX_UNREAD_BYTES = 65_536;

interface Client {
  socket: Socket;
  waiting: string;
  subscribed: Set<GpioPorts>;
  followed: Set<number>;
}

export class GpioServer {
  readonly #options: GpioOptions;
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  readonly #inputs = new Map<number, string>();

  constructor(options: GpioOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#take(socket));
    this.#server.maxConnections = MAX_SOCKETS;
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

  publish(port: number): void {
    for (const client of this.#clients) {
      if (client.subscribed.has("GPO")) {
        this.#sendOutputs(client, port);
      }
      if (client.followed.has(port)) {
        this.#sendObject(client, port, "EVENT");
      }
    }
  }

  async close(): Promise<void> {
    for (const { socket } of this.#clients) {
      socket.destroy();
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #take(socket: Socket): void {
    const client: Client = { socket, waiting: "", subscribed: new Set(), followed: new Set() };
    this.#clients.add(client);
    socket.setEncoding("utf8");
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#clients.delete(client));
    socket.on("data", (text: string) => this.#read(client, text));
  }

  #read(client: Client, text: string): void {
    const lines = (client.waiting + text).split(/\r?\n/);
    client.waiting = lines.pop() ?? "";
    if (client.waiting.length > MAX_LINE_CHARS) {
      client.socket.destroy();
      return;
    }
    for (const line of lines.filter((one) => one.trim() !== "")) {
      if (HTTP.test(line)) {
        client.socket.destroy();
        return;
      }
      this.#answer(client, line);
    }
  }

  #answer(client: Client, line: string): void {
    const onObject = parseLwcpLine(line);
    if (onObject !== null) {
      this.#answerLwcp(client, onObject);
      return;
    }
    const command = parseGpioLine(line);
    switch (command.type) {
      case "login":
        return;
      case "version":
        return this.#send(
          client,
          `VER LWRP:1.4 DEVN:"Linedesk" SYSV:${this.#options.version} NGPI:2 NGPO:2`,
        );
      case "subscribe":
        client.subscribed.add(command.ports);
        return this.#sendPorts(client, command.ports, null);
      case "unsubscribe":
        client.subscribed.delete(command.ports);
        return;
      case "read":
        return this.#sendPorts(client, command.ports, command.port);
      case "input":
        return this.#applyInput(command.port, command.pins);
      case "unknown":
        return this.#send(client, "ERROR 1000 bad command");
    }
  }

  #answerLwcp(client: Client, command: LwcpCommand): void {
    if (command.type === "bad_object" || command.type === "bad_property") {
      this.#send(client, `ERROR 1001 ${command.type.replace("_", " ")}`);
      return;
    }
    for (const port of command.ports) {
      switch (command.type) {
        case "subscribe":
          client.followed.add(port);
          this.#sendObject(client, port, "INDI", command.properties);
          break;
        case "get":
          this.#sendObject(client, port, "INDI", command.properties);
          break;
        case "unsubscribe":
          client.followed.delete(port);
          break;
        case "next":
          this.#options.lines[port - 1]?.().start();
          break;
        case "drop":
          this.#options.lines[port - 1]?.().stop();
          break;
      }
    }
  }

  #applyInput(port: number, pins: string): void {
    const before = this.#readInputs(port);
    const after = before.split("").map((pin, i) => {
      const given = pins[i] ?? "x";
      return given === "x" ? pin : given;
    });
    this.#inputs.set(port, after.join(""));
    for (const client of this.#clients) {
      if (client.subscribed.has("GPI") && after.join("") !== before) {
        this.#sendInputs(client, port);
      }
    }
    const line = this.#options.lines[port - 1]?.();
    for (const contact of findClosed(before, after.join(""))) {
      line?.[contact]();
    }
  }

  #readInputs(port: number): string {
    return this.#inputs.get(port) ?? "h".repeat(PORT_PINS);
  }

  #sendPorts(client: Client, ports: GpioPorts, only: number | null): void {
    for (const port of only === null ? this.#options.lines.map((_, i) => i + 1) : [only]) {
      if (ports === "GPO") {
        this.#sendOutputs(client, port);
      } else {
        this.#sendInputs(client, port);
      }
    }
  }

  #sendInputs(client: Client, port: number): void {
    this.#send(client, `GPI ${port} ${this.#readInputs(port)}`);
  }

  #sendOutputs(client: Client, port: number): void {
    const line = this.#options.lines[port - 1]?.();
    if (line !== undefined) {
      this.#send(client, formatOutputs(port, line.state, line.isFaulty));
    }
  }

  #sendObject(
    client: Client,
    port: number,
    verb: "INDI" | "EVENT",
    properties?: Parameters<typeof formatLwcpLine>[2],
  ): void {
    const line = this.#options.lines[port - 1]?.();
    if (line !== undefined) {
      this.#send(client, formatLwcpLine(verb, { port, ...line }, properties));
    }
  }

  #send({ socket }: Client, text: string): void {
    if (socket.writableLength > MAX_UNREAD_BYTES) {
      socket.destroy();
      return;
    }
    socket.write(`${text}\r\n`);
  }
}
