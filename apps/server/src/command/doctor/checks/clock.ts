import { findDatabaseClock, orNull, readOutsideClock } from "../../../board/board-readings.ts";
import { checkClock, checkOutsideClock } from "../../../board/check-part.ts";
import { openDatabase } from "../../../platform/db/database.ts";
import { TWILIO_ORIGIN } from "../../../telephony/twilio-client.ts";
import type { Check, Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";

const SET_CLOCK = "Let the machine set its clock by NTP (systemd-timesyncd or chrony).";

/**
 * Compares the clock of this machine with the clock of the database and with the clock of another
 * machine.
 */
export const clock: Check = {
  name: "clock",
  timeoutMs: 8_000,
  lateAdvice: SET_CLOCK,
  run: async (around) => [await checkDatabaseClock(around), await checkHttpClock(around)],
};

async function checkDatabaseClock({ databaseUrl: url, now }: Surroundings): Promise<Finding> {
  if (url === null) {
    return leftOut("The embedded database does not run, so its clock is not compared.");
  }
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    const { finding, amount } = checkClock(await findDatabaseClock(db), now());
    if (finding === "not_known") {
      return leftOut("The database does not answer, so its clock is not compared.");
    }
    return finding === "wrong"
      ? wrong(`The clocks of this machine and of the database differ by ${amount} s.`, SET_CLOCK)
      : right("The clocks of this machine and of the database agree.");
  } finally {
    await db.destroy();
  }
}

async function checkHttpClock({ config, now }: Surroundings): Promise<Finding> {
  const url = config.auth.issuer ?? (config.telephony.kind === "twilio" ? TWILIO_ORIGIN : null);
  if (url === null) {
    return leftOut("The station uses no outside service, so no outside clock is compared.");
  }
  const host = new URL(url).hostname;
  const outside = await orNull(() => readOutsideClock(url));
  const { finding, amount } = checkOutsideClock(host, outside && { outside, now: now() });
  if (finding === "not_known") {
    return leftOut(`${host} does not answer with its time, so its clock is not compared.`);
  }
  return finding === "wrong"
    ? warning(`The clock of ${host} differs by ${amount} s from this machine's.`, SET_CLOCK)
    : right(`The clock of ${host} agrees with this machine's.`);
}
