import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";

const HOST = "127.0.0.1";

/** A carrier and its listeners, simulated by SIPp. */
export class SippCarrier {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-sipp-"));
  readonly #programs: ChildProcess[] = [];

  private constructor(port: number) {
    this.port = port;
  }

  /**
   * Starts SIPp, which answers OPTIONS and calls, and accepts REGISTER of `radio` with `s3cret`.
   */
  static async start(): Promise<SippCarrier> {
    const carrier = new SippCarrier(await findFreePort());
    await carrier.#run("carrier", ["-p", String(carrier.port), "-deadcall_wait", "0"]);
    return carrier;
  }

  /** Calls from the carrier's address. `ended` is SIPp's exit code, 0 on success. */
  async call(
    number: string,
    exchange: { host: string; port: number },
  ): Promise<{ ended: Promise<number> }> {
    const target = `${exchange.host}:${exchange.port}`;
    const port = String(await findFreePort());
    const ends = ["-p", port, "-m", "1", "-timeout", "60", "-timeout_error", "-s", number];
    const program = await this.#run("caller", [target, ...ends]);
    return { ended: once(program, "exit").then(([code]) => Number(code ?? 1)) };
  }

  async close(): Promise<void> {
    for (const program of this.#programs) {
      program.kill("SIGKILL");
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(scenario: string, args: string[]): Promise<ChildProcess> {
    const file = new URL(`./sipp/${scenario}.xml`, import.meta.url).pathname;
    const media = ["-i", HOST, "-mi", HOST, "-mp", String(await findFreePort()), "-nostdin"];
    const program = spawn("sipp", ["-sf", file, ...media, ...args], {
      cwd: this.#folder,
      stdio: "ignore",
    });
    this.#programs.push(program);
    return program;
  }
}
