import { findRootFolder } from "@linedesk/base";
import { ignoreClosedPipe } from "./ignore-closed-pipe.ts";
import { runCommand } from "./run-command.ts";
import { subcommands } from "./subcommands.ts";

ignoreClosedPipe(process.stdout);
ignoreClosedPipe(process.stderr);
const ending = new AbortController();
process.once("SIGINT", () => ending.abort());
process.once("SIGTERM", () => ending.abort());

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  subcommands,
  version: findRootFolder().version,
  env: process.env,
  write: (text) => void process.stdout.write(`${text}\n`),
  writeError: (text) => void process.stderr.write(`${text}\n`),
  signal: ending.signal,
});
