import { setTimeout as wait } from "node:timers/promises";

import {
  type ExchangeTrunk,
  readExchangeSip,
  testExchangeTrunk,
  type TrunkTest,
} from "../../../telephony/exchange-trunks.ts";
import { type Check, runsExchange, type Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";

const TEST_TIMEOUT_MS = 12_000;

/** The exchange asks each trunk by OPTIONS and REGISTER, from the port that its calls use. */
export const trunks: Check = {
  name: "trunks",
  timeoutMs: TEST_TIMEOUT_MS + 4_000,
  lateAdvice: 'Look at the exchange\'s log with "linedesk logs exchange".',
  async run(around) {
    const { telephony } = around.config;
    if (telephony.kind !== "exchange") {
      return [leftOut("Twilio carries the calls, so the exchange has no trunks.")];
    }
    if (!runsExchange(around)) {
      return [
        leftOut("The exchange asks the trunks, and does not run. Start it and run this again."),
      ];
    }
    const account = { ...telephony, apiUrl: findExchangeUrl(around) };
    const sip = await readExchangeSip(account);
    if (sip === null) {
      return [
        wrong(
          "The exchange runs, but does not tell its trunks.",
          'Restart it with "linedesk restart exchange".',
        ),
      ];
    }
    return sip.trunks.length === 0
      ? [noTrunk]
      : Promise.all(sip.trunks.map((trunk) => checkTrunk(trunk, account)));
  },
};

const noTrunk = warning(
  "There is no trunk, so only telephones that call the exchange itself reach the station.",
  "Add a trunk in the admin area under Telephony, or set SIP_PEER or SIP_TRUNKS.",
);

function findExchangeUrl({ station: { server, exchange }, config }: Surroundings): string | null {
  const url = exchange?.exchangeUrl ?? server?.exchangeUrl ?? "";
  return url === "" ? config.telephony.apiUrl : url;
}

async function checkTrunk(
  trunk: ExchangeTrunk,
  account: Parameters<typeof testExchangeTrunk>[0],
): Promise<Finding> {
  const stop = new AbortController();
  const late = wait(TEST_TIMEOUT_MS, "late" as const, { signal: stop.signal }).catch(() => null);
  const test = await Promise.race([testExchangeTrunk(account, trunk.sid), late]);
  stop.abort();
  return test === null || test === "late"
    ? judgeTrunk(trunk, silentTest(trunk))
    : judgeTrunk(trunk, test);
}

/** REGISTER waits 32 s for an answer; before that, the last health check counts. */
function silentTest({ registered, answers }: ExchangeTrunk): TrunkTest {
  return { answers: answers === true, registerStatus: registered === null ? null : 0 };
}

type JudgedTrunk = Pick<ExchangeTrunk, "name" | "hosts" | "transport">;

export function judgeTrunk(
  { name, hosts, transport }: JudgedTrunk,
  { answers, registerStatus: status }: TrunkTest,
): Finding {
  const trunk = `The trunk ${name} (${hosts.join(", ")}, ${transport.toUpperCase()})`;
  const options = answers ? "answers OPTIONS" : "does not answer OPTIONS";
  if (status === null) {
    return answers
      ? right(`${trunk} ${options}. It does not register.`)
      : wrong(`${trunk} ${options}.`, REACH);
  }
  if (status >= 200 && status < 300) {
    const registered = `${trunk} accepts REGISTER (${status})`;
    return answers
      ? right(`${registered} and ${options}.`)
      : right(`${registered}. It ${options}, which some trunks never do.`);
  }
  const { text, advice } = describeRegister(status);
  return wrong(`${trunk} ${options} and ${text}.`, advice);
}

const REACH =
  "Correct the trunk's host, port and transport, and open the way to it in the firewall. Ask the carrier whether it knows the address of this machine.";

/** The answers of registrars to REGISTER (RFC 3261, 10.3), in words. */
const answersInWords: Record<number, [text: string, advice: string]> = {
  0: ["does not answer REGISTER", REACH],
  401: [
    "refuses the user name or the password (401)",
    "Correct the trunk's user name and password.",
  ],
  403: [
    "forbids REGISTER (403)",
    "Correct the trunk's user name and password, and ask the carrier whether the account is locked or this machine's address is not allowed.",
  ],
  404: [
    "does not know the registered user (404)",
    "Correct the trunk's user name, registerAs and domain.",
  ],
  405: [
    "takes no REGISTER (405)",
    "Switch the registration off: this carrier knows the station by its address.",
  ],
  407: [
    "refuses the user name or the password (407)",
    "Correct the trunk's user name and password.",
  ],
  408: ["has no time for REGISTER (408)", "Try again, and ask the carrier if it stays."],
  423: ["wants a longer registration (423)", "Raise registerExpiresS of the trunk."],
  480: ["is not available (480)", "Ask the carrier."],
  488: ["does not accept the registration (488)", "Ask the carrier for its settings."],
  503: ["is overloaded (503)", "Try again, and ask the carrier if it stays."],
};

function describeRegister(status: number): { text: string; advice: string } {
  const known = answersInWords[status];
  return known === undefined
    ? { text: `answers REGISTER with ${status}`, advice: "Ask the carrier what this answer means." }
    : { text: known[0], advice: known[1] };
}
