import { spawn } from "node:child_process";
import { once } from "node:events";

import { nodeArguments } from "@linedesk/testkit";

/** Runs the command `linedesk` to its end. */
export async function runLinedesk(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeArguments("linedesk"), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
