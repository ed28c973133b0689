import type { Subcommand } from "./context/subcommand.ts";

const COMMON = [
  "  --json    writes the result as JSON, for programs",
  "  --help    explains a subcommand",
];

/** Returns the help of the whole command. */
export function describeCommand(subcommands: readonly Subcommand[], version: string): string {
  const width = Math.max(...subcommands.map(({ name, usage }) => `${name} ${usage}`.length)) + 2;
  return [
    `Linedesk ${version}`,
    "",
    "linedesk SUBCOMMAND [ARGUMENTS] [--json] [--help]",
    "",
    ...subcommands.map(
      ({ name, usage, summary }) => `  ${`${name} ${usage}`.trim().padEnd(width)}${summary}`,
    ),
    "",
    ...COMMON,
    "",
    "The exit code is 0 when all is well, 1 for a finding or a failure, and 2 for wrong usage.",
  ].join("\n");
}

export function describeSubcommand({ name, usage, summary, details, options }: Subcommand): string {
  const own = Object.keys(options).map((option) => `  --${option}`);
  return [
    `linedesk ${name} ${usage}`.trim(),
    "",
    summary,
    ...details,
    ...(own.length === 0 ? [] : ["", "Options", ...own]),
  ].join("\n");
}
