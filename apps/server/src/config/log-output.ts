import type { LogFormat } from "@linedesk/base";
import { settings } from "./settings.ts";

export interface LogOutput {
  /** The format of the supervisor's own lines; `null` when LOG_FORMAT is not set. */
  format: LogFormat | null;
  /** Is true when the lines of the parts go to the standard output too. */
  usesStdout: boolean;
}

/** Reads where log lines go, even if another setting is invalid. */
export function readLogOutput(env: Readonly<Record<string, string | undefined>>): LogOutput {
  const format = settings.LOG_FORMAT.schema.safeParse(env["LOG_FORMAT"] || undefined);
  const stdout = settings.LOG_STDOUT.schema.safeParse(env["LOG_STDOUT"] || undefined);
  return { format: format.data ?? null, usesStdout: stdout.data ?? false };
}
