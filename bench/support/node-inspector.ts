import { once } from "node:events";

import { WebSocket } from "ws";

import type { CpuProfile } from "./cpu-profile.ts";

interface Reply {
  id?: number;
  result?: { profile?: CpuProfile };
  error?: { message: string };
}

/** Given to a station, its processes can be profiled; each names its address in its own log. */
export const inspectable = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** Profiles the process in whose log the address stands, from now until it is stopped. */
export async function startProfile(
  log: string,
  intervalUs: number,
): Promise<() => Promise<CpuProfile>> {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(log)?.[1];
  if (address === undefined) {
    throw new Error("The process names no address of its inspector.");
  }
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await once(socket, "open");
  const inspector = new Inspector(socket);
  await inspector.send("Profiler.enable");
  await inspector.send("Profiler.setSamplingInterval", { interval: intervalUs });
  await inspector.send("Profiler.start");
  return async () => {
    const { profile } = (await inspector.send("Profiler.stop")) ?? {};
    socket.close();
    if (profile === undefined) {
      throw new Error("The inspector gave no profile.");
    }
    return profile;
  };
}

class Inspector {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply;
      this.#pending.get(reply.id ?? 0)?.(reply);
    });
  }

  async send(method: string, params: object = {}): Promise<Reply["result"]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { result, error } = await new Promise<Reply>((resolve) => {
      this.#pending.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#pending.delete(id);
    if (error !== undefined) {
      throw new Error(`${method}: ${error.message}`);
    }
    return result;
  }
}
