import { type Finding, wrong } from "../context/finding.ts";
import { describeFailure, readCode } from "./describe-failure.ts";

/** The refusals of PostgreSQL (appendix A), in words; `$` is the setting with the address. */
const refusals: Record<string, [text: string, advice: string]> = {
  "28P01": ["refuses the password", "Correct the password in $."],
  "28000": [
    "refuses the role or this machine",
    "Create the role of $, and allow this machine in pg_hba.conf.",
  ],
  "3D000": [
    "does not contain the database of $",
    "Create it with createdb, or correct its name in $.",
  ],
  "53300": [
    "has no free connection",
    "Raise max_connections of the database, or end other programs that use it.",
  ],
  "57P03": ["is just starting", "Try again in a moment."],
  "42501": ["refuses a right to the role", "Let the role of $ own the database."],
};

/** Describes the error of a connection with the address of this setting. */
export function describeRefusal(error: unknown, setting: string): Finding {
  const known = refusals[readCode(error)];
  if (known !== undefined) {
    const [text, advice] = known.map((words) => words.replace("$", setting)) as [string, string];
    return wrong(`The database ${text}.`, advice);
  }
  const { text, advice } = describeFailure(error);
  return wrong(
    `The database does not answer: ${text}.`,
    advice ?? `Start PostgreSQL, or correct the host and the port in ${setting}.`,
  );
}
