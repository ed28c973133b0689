/** Runs the realtime service in a child process, which starts from this file and can be killed. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { findFreePort } from "@linedesk/base";
import { createHub } from "@linedesk/hub";

const KEYS = { appId: "bench", key: "bench-key", secret: "bench-secret" };
const RESTART_MS = 1_000;

export class HubProcess {
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<HubProcess> {
    const hub = new HubProcess(await findFreePort());
    await hub.#start();
    return hub;
  }

  /** The settings of a station that uses this service. */
  get env(): Record<string, string> {
    return {
      PUSHER_HOST: "127.0.0.1",
      PUSHER_PORT: String(this.#port),
      PUSHER_TLS: "false",
      PUSHER_APP_ID: KEYS.appId,
      PUSHER_KEY: KEYS.key,
      PUSHER_SECRET: KEYS.secret,
    };
  }

  /** Kills the process, and starts it again after the pause of a service. */
  async kill(): Promise<void> {
    this.close();
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    await this.#start();
  }

  close(): void {
    this.#child?.kill("SIGKILL");
  }

  async #start(): Promise<void> {
    this.#child = fork(fileURLToPath(import.meta.url), ["--hub", String(this.#port)], {
      execArgv: ["--import", "tsx"],
    });
    await once(this.#child, "message");
  }
}

function serve(port: number): void {
  const hub = createHub({
    keys: KEYS,
    sockets: { allowedOrigins: () => true },
    channels: { takesClientEvents: (channel) => channel.startsWith("presence-audio-server-") },
  });
  const server = createServer((request, response) => void hub.handleRequest(request, response));
  hub.attach(server);
  server.listen(port, "127.0.0.1", () => process.send?.("ready"));
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[2] === "--hub") {
  serve(Number(process.argv[3]));
}
