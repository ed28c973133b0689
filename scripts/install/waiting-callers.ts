import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";

const HOST = "127.0.0.1";
/** One second of quiet noise in mu-law, so that the exchange receives sound from each caller. */
const SOUND = Uint8Array.from({ length: 8_000 }, (_, at) => (at % 7 < 3 ? 0xf5 : 0x75));
const MOST_CALLS_A_SECOND = "4";

/** The callers' own count of their calls. */
export interface CallerCount {
  connected: number;
  /** Callers who were refused or hung up. */
  failed: number;
}

/** Listeners who call over real SIP, from SIPp, and wait. */
export class WaitingCallers implements AsyncDisposable {
  readonly #sipp: ChildProcess;
  readonly #folder: string;

  private constructor(sipp: ChildProcess, folder: string) {
    this.#sipp = sipp;
    this.#folder = folder;
  }

  static async start(count: number, number: string, sipPort: number): Promise<WaitingCallers> {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-callers-"));
    const scenario = new URL("./waiting-callers.xml", import.meta.url);
    await copyFile(scenario, join(folder, "callers.xml"));
    await writeFile(join(folder, "noise.ulaw"), SOUND);
    await writeFile(join(folder, "numbers.csv"), listNumbers(count));
    const [port, media] = [await findFreePort(), await findFreePort()].map(String);
    const addresses = ["-i", HOST, "-p", port ?? "", "-mi", HOST, "-mp", media ?? ""];
    const calls = ["-m", String(count), "-l", String(count), "-r", MOST_CALLS_A_SECOND];
    const report = ["-trace_stat", "-stf", "callers.csv", "-fd", "1", "-nostdin"];
    const target = ["-sf", "callers.xml", "-inf", "numbers.csv", "-s", number];
    const sipp = spawn(
      "sipp",
      [...target, ...addresses, ...calls, ...report, `${HOST}:${sipPort}`],
      {
        cwd: folder,
        stdio: "ignore",
      },
    );
    await once(sipp, "spawn");
    return new WaitingCallers(sipp, folder);
  }

  /** Reads SIPp's newest figures, which it writes each second. */
  count(): CallerCount {
    const path = join(this.#folder, "callers.csv");
    const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
    const [names = [], values = []] = [lines[0], lines.at(-1)].map((line) => line?.split(";"));
    const read = (name: string) => Number(values[names.indexOf(name)] ?? 0) || 0;
    return { connected: read("CurrentCall"), failed: read("FailedCall(C)") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // SIPp ends by itself when it has lost all calls.
    if (this.#sipp.exitCode === null) {
      const closed = once(this.#sipp, "close");
      this.#sipp.kill("SIGKILL");
      await closed;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Returns SIPp's file of callers, with numbers that nobody has. */
function listNumbers(count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => `+61491570${100 + at};\n`);
  return `SEQUENTIAL\n${numbers.join("")}`;
}
