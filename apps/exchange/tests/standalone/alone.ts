import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const main = fileURLToPath(new URL("../../src/standalone/main.ts", import.meta.url));

const readySchema = z.object({
  type: z.literal("ready"),
  url: z.string(),
  signalUrl: z.string(),
  sip: z.object({ address: z.string(), port: z.number() }),
  inspectorUrl: z.string(),
  sample: z
    .object({ url: z.string(), phoneNumber: z.string(), applicationSid: z.string() })
    .nullable(),
  accountSid: z.string(),
  apiKey: z.string(),
  accountFile: z.string(),
});

type Ready = z.infer<typeof readySchema>;

export interface Alone {
  ready: Ready;
  /** Everything that it has said so far, on both outputs. */
  said: { out: string; err: string };
  /** The variables of its account file. */
  variables: Record<string, string>;
  folder: string;
  close(): Promise<void>;
}

/** `npm run exchange -- --json` from its sources, as a process of its own on free ports. */
export async function startAlone(env: Record<string, string> = {}): Promise<Alone> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-alone-"));
  const child = spawn(process.execPath, ["--import", "tsx", main, "--json"], {
    env: { ...process.env, ...noAccount, ...freePorts, LINEDESK_DATA: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString("utf8")));
  const ready = await untilReady(child, said);
  const file = await readFile(ready.accountFile, "utf8");
  const variables = Object.fromEntries(
    file
      .trim()
      .split("\n")
      .map((line) => [line.split("=", 1)[0] ?? "", line.split("=").slice(1).join("=")]),
  );
  const close = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  return { ready, said, variables, folder, close };
}

const freePorts = { EXCHANGE_PORT: "0", SIP_PORT: "0", INSPECTOR_PORT: "0", SAMPLE_PORT: "0" };
const noAccount = {
  TWILIO_ACCOUNT_SID: "",
  TWILIO_AUTH_TOKEN: "",
  TWILIO_API_KEY: "",
  TWILIO_API_SECRET: "",
};

function untilReady(child: ChildProcess, said: Alone["said"]): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${said.err}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      said.out += chunk.toString("utf8");
      const [line] = said.out.split("\n");
      if (said.out.includes("\n")) resolve(readySchema.parse(JSON.parse(line ?? "")));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
