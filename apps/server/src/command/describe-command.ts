import type { Verb } from "./context/verb.ts";

const COMMON = [
  "  --json    writes the result as JSON, for programs",
  "  --help    explains a verb",
];

/** Returns the help of the whole command. */
export function describeCommand(verbs: readonly Verb[], version: string): string {
  const width = Math.max(...verbs.map(({ name, usage }) => `${name} ${usage}`.length)) + 2;
  return [
    `Linedesk ${version}`,
    "",
    "linedesk VERB [ARGUMENTS] [--json] [--help]",
    "",
    ...verbs.map(
      ({ name, usage, summary }) => `  ${`${name} ${usage}`.trim().padEnd(width)}${summary}`,
    ),
    "",
    ...COMMON,
    "",
    "The exit code is 0 when all is well, 1 for a finding or a failure, and 2 for wrong usage.",
  ].join("\n");
}

export function describeVerb({ name, usage, summary, details, options }: Verb): string {
  const own = Object.keys(options).map((option) => `  --${option}`);
  return [
    `linedesk ${name} ${usage}`.trim(),
    "",
    summary,
    ...details,
    ...(own.length === 0 ? [] : ["", "Options", ...own]),
  ].join("\n");
}
