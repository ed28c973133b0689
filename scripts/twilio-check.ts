/** `npm run twilio-check` tries the telephony of an account with two short calls. */
import { readCheckOptions, USAGE } from "./twilio-check/check-options.ts";
import { runCheck } from "./twilio-check/run-check.ts";
import { isRight, writeReport } from "./twilio-check/write-report.ts";

const options = readCheckOptions(process.argv.slice(2), process.env);
if (typeof options === "string") {
  process.stderr.write(`${options}\n\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  const result = await runCheck(options);
  process.stdout.write(`${writeReport(result).join("\n")}\n`);
  process.exitCode = isRight(result) ? 0 : 1;
}
