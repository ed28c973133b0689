import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { DebianRoot } from "./debian-root.ts";
import type { WalkLog } from "./walk-log.ts";

const SOCKET = "run/systemctl.sock";

/**
 * The `systemctl` of a root without systemd: it sends its arguments to the runner, and exits with
 * the code of the answer.
 */
const SYSTEMCTL = `#!/usr/lib/linedesk/node/bin/node
const socket = require("node:net").connect("/${SOCKET}");
socket.on("data", (code) => process.exit(Number(String(code))));
socket.on("error", () => process.exit(1));
socket.write(process.argv.slice(2).join(" ") + "\\n");
`;

/**
 * The part of systemd that the package uses, for a root in which systemd does not run: it starts
 * the services as their units describe, and obeys `systemctl` of the package's scripts.
 */
export class ServiceRunner implements AsyncDisposable {
  readonly #debian: DebianRoot;
  readonly #log: WalkLog;
  readonly #server: Server;
  readonly #running = new Map<string, ChildProcess>();

  private constructor(debian: DebianRoot, log: WalkLog) {
    this.#debian = debian;
    this.#log = log;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(debian: DebianRoot, log: WalkLog): Promise<ServiceRunner> {
    const runner = new ServiceRunner(debian, log);
    await mkdir(join(debian.path, "run/systemd/system"), { recursive: true });
    const program = join(debian.path, "usr/bin/systemctl");
    await writeFile(program, SYSTEMCTL);
    await chmod(program, 0o755);
    runner.#server.listen(join(debian.path, SOCKET));
    await once(runner.#server, "listening");
    return runner;
  }

  async start(name: string): Promise<void> {
    const service = await this.#debian.startService(name);
    this.#running.set(name, service);
    service.once("close", () => {
      if (this.#running.get(name) === service) {
        this.#running.delete(name);
      }
    });
    this.#log.write(`    ${name} starts as process ${service.pid}`);
  }

  async stop(name: string, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const service = this.#running.get(name);
    if (service !== undefined) {
      const closed = once(service, "close");
      service.kill(signal);
      await closed;
      this.#log.write(`    ${name} has ended`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of [...this.#running.keys()].toReversed()) {
      await this.stop(name);
    }
    this.#server.close();
  }

  #serve(socket: Socket): void {
    createInterface({ input: socket }).on("line", (line) => {
      void this.#obey(line.split(" ")).then((code) => socket.end(String(code)));
    });
  }

  /** Returns the exit code. */
  async #obey(words: readonly string[]): Promise<number> {
    this.#log.write(`    systemctl ${words.join(" ")}`);
    const [verb = "", ...rest] = words.filter((word) => !word.startsWith("--"));
    const names = rest.flatMap((unit) =>
      unit.endsWith(".service") ? [unit.slice(0, -".service".length)] : [],
    );
    for (const name of names) {
      if (verb === "is-active" && !this.#running.has(name)) {
        return 3;
      }
      if (verb === "disable") {
        await this.stop(name);
      }
      if ((verb === "try-restart" || verb === "kill") && this.#running.has(name)) {
        await this.stop(name, verb === "kill" ? "SIGUSR2" : "SIGTERM");
        await this.start(name);
      }
    }
    return 0;
  }
}
