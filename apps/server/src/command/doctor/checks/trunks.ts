import { setTimeout as wait } from "node:timers/promises";

import type { TrunkAnswer } from "@linedesk/contract";
import { listOwnExchanges } from "../../../config/service-config.ts";
import type { ExchangeAccount } from "../../../telephony/ask-exchange.ts";
import { describeTrial } from "../../../telephony/describe-trial.ts";
import {
  type ExchangeTrunk,
  readExchangeSip,
  testExchangeTrunk,
  type TrunkTest,
} from "../../../telephony/exchange-trunks.ts";
import { type Check, runsExchange, type Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";

const TEST_TIMEOUT_MS = 12_000;

/**
 * Lets the exchange test each trunk with OPTIONS and REGISTER, from the port that its calls use.
 */
export const trunks: Check = {
  name: "trunks",
  timeoutMs: TEST_TIMEOUT_MS + 4_000,
  lateAdvice: 'Look at the exchange\'s log with "linedesk logs exchange".',
  async run(around) {
    const exchanges = listOwnExchanges(around.config.services);
    const [first, ...others] = exchanges;
    if (first === undefined) {
      return [leftOut("Twilio carries the calls, so the exchange has no trunks.")];
    }
    if (others.length > 0) {
      return (await Promise.all(exchanges.map(checkTrunks))).flat();
    }
    if (!runsExchange(around)) {
      return [
        leftOut(
          "The exchange tests the trunks, but it does not run. Start it, and run this command again.",
        ),
      ];
    }
    return checkTrunks({ ...first, apiUrl: findExchangeUrl(around) });
  },
};

async function checkTrunks(account: ExchangeAccount): Promise<Finding[]> {
  const sip = await readExchangeSip(account);
  if (sip === null) {
    return [
      wrong(
        "The exchange runs, but does not list its trunks.",
        'Restart it with "linedesk restart exchange".',
      ),
    ];
  }
  return sip.trunks.length === 0
    ? [noTrunk]
    : (await Promise.all(sip.trunks.map((trunk) => checkTrunk(trunk, account)))).flat();
}

const noTrunk = warning(
  "There is no trunk, so only telephones that call the exchange itself reach the station.",
  "Add a trunk in the admin area under Telephony, or set SIP_PEER or SIP_TRUNKS.",
);

function findExchangeUrl({ station: { server, exchange }, config }: Surroundings): string | null {
  const url = exchange?.exchangeUrl ?? server?.exchangeUrl ?? "";
  return url === "" ? config.telephony.apiUrl : url;
}

async function checkTrunk(trunk: ExchangeTrunk, account: ExchangeAccount): Promise<Finding[]> {
  const stop = new AbortController();
  const late = wait(TEST_TIMEOUT_MS, null, { signal: stop.signal }).catch(() => null);
  const test = await Promise.race([testExchangeTrunk(account, trunk.sid), late]);
  stop.abort();
  return test === null
    ? [wrong(`The exchange has no result for the trunk ${trunk.name}.`, trunks.lateAdvice)]
    : judgeTrunk(trunk, test);
}

type JudgedTrunk = Pick<ExchangeTrunk, "name" | "transport">;

/** Returns one finding for each host, in the words of the admin area. */
export function judgeTrunk({ name, transport }: JudgedTrunk, test: TrunkTest): Finding[] {
  return describeTrial(test).hosts.map(({ host, works, options, register }) => {
    const answers = [register, options].filter((answer) => answer !== null);
    const fault = answers.find(({ isGood }) => !isGood);
    const at = `The trunk ${name} at ${host} (${transport.toUpperCase()}):`;
    return works || fault === undefined
      ? right(`${at} ${answers.map(statement).join(" ")}`)
      : wrong(`${at} ${statement(fault)}`, adviceOf(fault));
  });
}

/** Each message is a statement, and advice when something is wrong. */
const firstSentence = /^.*?[.)](?= |$)/;

function statement({ message }: TrunkAnswer): string {
  return firstSentence.exec(message)?.[0] ?? message;
}

function adviceOf(answer: TrunkAnswer): string {
  return answer.message.slice(statement(answer).length).trim();
}
