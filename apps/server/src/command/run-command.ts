import { parseArgs } from "node:util";

import { CommandError, type ExitCode, type Subcommand } from "./context/subcommand.ts";
import { describeCommand, describeSubcommand } from "./describe-command.ts";

interface CommandOptions {
  args: readonly string[];
  subcommands: readonly Subcommand[];
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  write: (text: string) => void;
  writeError: (text: string) => void;
  signal: AbortSignal;
}

const common = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

/** Runs the subcommand that the arguments name, and returns the exit code of the process. */
export async function runCommand(command: CommandOptions): Promise<ExitCode> {
  const { args, subcommands, version, write, writeError } = command;
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    write(describeCommand(subcommands, version));
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    write(version);
    return 0;
  }
  const subcommand = subcommands.find((one) => one.name === name);
  if (subcommand === undefined) {
    writeError(`linedesk has no subcommand "${name}". "linedesk --help" lists its subcommands.`);
    return 2;
  }
  return runSubcommand(subcommand, rest, command);
}

async function runSubcommand(
  subcommand: Subcommand,
  args: readonly string[],
  { env, write, writeError, signal }: CommandOptions,
): Promise<ExitCode> {
  try {
    const { values, positionals } = parseSubcommand(subcommand, args);
    if (values["help"] === true) {
      write(describeSubcommand(subcommand));
      return 0;
    }
    const isJson = values["json"] === true;
    return await subcommand.run({
      args: positionals,
      options: values,
      env,
      print: (text) => (isJson ? undefined : write(text)),
      printJson: (result) => (isJson ? write(JSON.stringify(result, null, 2)) : undefined),
      signal,
    });
  } catch (error) {
    writeError(describeFailure(error));
    return error instanceof CommandUsageError ? 2 : 1;
  }
}

/** The arguments do not fit the subcommand. */
class CommandUsageError extends CommandError {}

function parseSubcommand(subcommand: Subcommand, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...subcommand.options, ...common },
      allowPositionals: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandUsageError(
      `${reason} "linedesk ${subcommand.name} --help" explains the subcommand.`,
    );
  }
}

/**
 * An error with a code has a message for people. Any other error is a fault and needs its stack.
 */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  // A name with several addresses, such as localhost, gives one error for each and no message.
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(describeFailure).join("\n");
  }
  return "code" in error ? error.message : (error.stack ?? error.message);
}
