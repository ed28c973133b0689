import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { nodeArguments } from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";

export interface Started {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  ended: Promise<number | null>;
}

export class TestMachine {
  readonly folder = mkdtempSync(join(tmpdir(), "linedesk-exchange-"));
  readonly #children: ChildProcess[] = [];
  readonly #program: string[];

  constructor(program = nodeArguments("exchange-alone")) {
    this.#program = program;
  }

  start(env: Record<string, string> = {}, words: string[] = []): Started {
    const child = spawn(process.execPath, [...this.#program, ...words], {
      env: { ...process.env, ...noAccount, ...ports, LINEDESK_DATA: this.folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    const texts = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => (texts.out += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString("utf8")));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { child, output: () => texts.out, errors: () => texts.err, ended };
  }

  path(name: string): string {
    return join(this.folder, "exchange", name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  close(): void {
    for (const child of this.#children) {
      child.kill("SIGKILL");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const noAccount = {
  TWILIO_ACCOUNT_SID: "",
  TWILIO_AUTH_TOKEN: "",
  TWILIO_API_KEY: "",
  TWILIO_API_SECRET: "",
};
const ports = { EXCHANGE_PORT: "0", SIP_PORT: "0" };

function isReady(text: string) {
  return text.includes("The exchange is ready.");
}

export async function untilReady(started: Started): Promise<string> {
  return await eventually(async () => started.output(), isReady, 60_000);
}

export function restUrl(text: string) {
  return /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";
}
