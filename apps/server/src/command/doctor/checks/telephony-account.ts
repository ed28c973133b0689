import { compareNumber } from "../../../board/read-setup.ts";
import { openDatabase } from "../../../platform/db/database.ts";
import { readLineRecords } from "../../../stations/phone-lines/phone-lines.ts";
import { TelephonyError } from "../../../telephony/telephony.ts";
import {
  createRestClient,
  restRequest,
  type TwilioClient,
} from "../../../telephony/twilio-client.ts";
import { VoiceUrls } from "../../../telephony/voice-urls.ts";
import type { Check, Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";
import { describeFailure } from "../probes/describe-failure.ts";

const NUMBER_LIMIT = 5_000;

/**
 * Checks the key of the account at Twilio, the account's state, and where the calls of each line's
 * number go.
 */
export const telephonyAccount: Check = {
  name: "twilio",
  timeoutMs: 15_000,
  lateAdvice: "Allow connections to api.twilio.com in the firewall.",
  async run(around) {
    const telephony = around.config.services.find(({ kind }) => kind === "twilio");
    if (telephony === undefined) {
      return [leftOut("The station's own exchange carries the calls.")];
    }
    try {
      const rest = await createRestClient(telephony);
      const account = await restRequest(() =>
        rest.api.v2010.accounts(telephony.accountSid).fetch(),
      );
      return [judgeAccount(account.status), ...(await checkNumbers(rest, around))];
    } catch (error) {
      return [describeRefusal(error)];
    }
  },
};

export function judgeAccount(status: string): Finding {
  return status === "active"
    ? right("Twilio accepts the key, and the account is active.")
    : wrong(
        `Twilio accepts the key, but the account is ${status}.`,
        "Open the account in Twilio's console and follow its notice; often a payment is missing.",
      );
}

async function checkNumbers(rest: TwilioClient, around: Surroundings): Promise<Finding[]> {
  const { databaseUrl: url, config } = around;
  if (url === null) {
    return [leftOut("The embedded database does not run, so the lines' numbers are not compared.")];
  }
  const listed = await restRequest(() =>
    rest.incomingPhoneNumbers.list({ limit: NUMBER_LIMIT, pageSize: 1_000 }),
  );
  const known = listed.map(({ phoneNumber, voiceUrl }) => ({
    number: phoneNumber,
    voiceUrl: voiceUrl ?? "",
    trunk: null,
  }));
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    const urls = new VoiceUrls(config.telephony.webhookUrl ?? config.http.publicUrl);
    const lines = await readLineRecords(db);
    return lines.flatMap(({ name, number }) =>
      judgeNumber(name, compareNumber(known, number, urls).state),
    );
  } finally {
    await db.destroy();
  }
}

/** The finding names the line, because its number must not be in the output. */
export function judgeNumber(line: string, state: ReturnType<typeof compareNumber>["state"]) {
  if (state === "absent") {
    return [
      wrong(
        `The account does not own the number of the line ${line}.`,
        "Buy the number at Twilio, or correct it in the admin area under Lines.",
      ),
    ];
  }
  return state === "will_change"
    ? [
        warning(
          `Calls to the line ${line} go elsewhere.`,
          "The station changes this when it starts; start it, or look at its log.",
        ),
      ]
    : [right(`Calls to the line ${line} go to this station.`)];
}

function describeRefusal(error: unknown): Finding {
  if (error instanceof TelephonyError) {
    return error.status === 401 || error.status === 403
      ? wrong(
          `Twilio refuses the key of the account (${error.status}).`,
          "Correct TWILIO_ACCOUNT_SID, TWILIO_API_KEY and TWILIO_API_SECRET; the key must belong to this account.",
        )
      : wrong(
          `Twilio answers with status ${error.status}.`,
          "Look at Twilio's status page, and try again.",
        );
  }
  const { text } = describeFailure(error instanceof Error ? (error.cause ?? error) : error);
  return wrong(
    `Twilio does not answer: ${text}.`,
    "Allow connections to api.twilio.com in the firewall, or correct TWILIO_API_URL.",
  );
}
