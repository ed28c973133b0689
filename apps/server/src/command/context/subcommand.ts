import type { ParseArgsConfig } from "node:util";

/**
 * The exit code of a command: 0 when all is well, 1 for a finding or a failure, 2 for wrong usage.
 */
export type ExitCode = 0 | 1 | 2;

export interface CommandContext {
  /** The arguments after the subcommand that are not options. */
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Writes text for people to standard output; with `--json` it writes nothing. */
  print: (text: string) => void;
  /** Writes the result for programs to standard output; without `--json` it writes nothing. */
  printJson: (result: unknown) => void;
  /** Ends when the person presses Ctrl+C. */
  signal: AbortSignal;
}

/** A subcommand of the command `linedesk`. */
export interface Subcommand {
  name: string;
  /** The arguments, as the help shows them: `DIR`. */
  usage: string;
  /** One sentence about the effect of the subcommand. */
  summary: string;
  /** More sentences of the subcommand's own help. */
  details: readonly string[];
  options: NonNullable<ParseArgsConfig["options"]>;
  run: (context: CommandContext) => Promise<ExitCode>;
}

/** The command cannot do what the person asks. The message is for this person. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly code = "command";
}
