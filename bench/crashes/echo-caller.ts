import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";

const HOST = "127.0.0.1";
const SCENARIO = join(import.meta.dirname, "sipp-echo.xml");

/**
 * A caller by SIPp, who returns every packet. If an operator receives the operator's own tone, both
 * directions work.
 */
export class EchoCaller {
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-echo-"));
  readonly #program: ChildProcess;

  private constructor(args: readonly string[]) {
    this.#program = spawn("sipp", args, { cwd: this.#folder, stdio: "ignore" });
  }

  static async ring(options: {
    from: string;
    to: string;
    exchange: { address: string; port: number };
  }): Promise<EchoCaller> {
    const { from, to, exchange } = options;
    const [port, media] = [await findFreePort(), await findFreePort()];
    const target = `${exchange.address}:${String(exchange.port)}`;
    const addresses = ["-i", HOST, "-p", String(port), "-mi", HOST, "-mp", String(media)];
    const who = ["-s", to, "-key", "caller", from];
    const how = ["-sf", SCENARIO, "-m", "1", "-rtp_echo", "-nostdin"];
    return new EchoCaller([target, ...addresses, ...who, ...how]);
  }

  get isCalling(): boolean {
    return this.#program.exitCode === null && this.#program.signalCode === null;
  }

  close(): void {
    this.#program.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
