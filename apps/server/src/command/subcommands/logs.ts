import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { readSettings } from "../../config/config.ts";
import { CommandError, type Subcommand } from "../context/subcommand.ts";

/** The subcommand shows this many bytes at the end of each log. */
const SHOWN_BYTES = 64 * 1024;

export const logs: Subcommand = {
  name: "logs",
  usage: "[server|exchange|postgres]",
  summary: "Shows the end of the logs of the parts.",
  details: [
    "Without a part it shows the logs of all parts. Under systemd, the journal has the same logs.",
  ],
  options: {},
  async run({ args, env, print, printJson }) {
    const { LINEDESK_DATA } = readSettings({ ...env });
    const folder = join(LINEDESK_DATA, "logs");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".log"));
    const [part] = args;
    const wanted = part === undefined ? names : names.filter((name) => name === `${part}.log`);
    if (wanted.length === 0) {
      const missing = part === undefined ? "are no logs" : `is no log of "${part}"`;
      throw new CommandError(`There ${missing} in ${folder}.`);
    }
    printJson(wanted.map((name) => join(folder, name)));
    for (const name of wanted) {
      print(`== ${join(folder, name)}`);
      print(await readEnd(join(folder, name)));
    }
    return 0;
  },
};

async function readEnd(path: string): Promise<string> {
  const { size } = await stat(path);
  const chunks: Buffer[] = [];
  await pipeline(
    createReadStream(path, { start: Math.max(0, size - SHOWN_BYTES) }),
    async function collect(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        chunks.push(chunk);
      }
    },
  );
  const text = Buffer.concat(chunks).toString("utf8");
  return size > SHOWN_BYTES ? text.slice(text.indexOf("\n") + 1) : text;
}
