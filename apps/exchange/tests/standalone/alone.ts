import { readFile } from "node:fs/promises";
import { z } from "zod";
import { eventually } from "../support/booted-exchange.ts";
import { Desktop, type Started } from "./started-exchange.ts";

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
  said: { out: () => string; err: () => string };
  /** The variables of its account file. */
  variables: Record<string, string>;
  folder: string;
  close(): Promise<void>;
}

/** `npm run exchange -- --json` from its sources, as a process of its own on free ports. */
export async function startAlone(env: Record<string, string> = {}): Promise<Alone> {
  const desktop = new Desktop();
  const started = desktop.start({ SAMPLE_PORT: "0", ...env }, ["--json"]);
  const ready = await untilReady(started);
  const file = await readFile(ready.accountFile, "utf8");
  const variables = Object.fromEntries(
    file
      .trim()
      .split("\n")
      .map((line) => [line.split("=", 1)[0] ?? "", line.split("=").slice(1).join("=")]),
  );
  const said = { out: started.output, err: started.errors };
  const close = async (): Promise<void> => {
    started.child.kill("SIGTERM");
    await started.ended;
    desktop.close();
  };
  return { ready, said, variables, folder: desktop.folder, close };
}

async function untilReady(started: Started): Promise<Ready> {
  const hasSpoken = eventually(
    async () => started.output(),
    (text) => text.includes("\n"),
    60_000,
  );
  const code = await Promise.race([started.ended, hasSpoken.then(() => null)]);
  if (code !== null) throw new Error(`it ended with ${code}: ${started.errors()}`);
  return readySchema.parse(JSON.parse(started.output().split("\n", 1)[0] ?? ""));
}
