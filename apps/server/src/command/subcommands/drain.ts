import { setTimeout as wait } from "node:timers/promises";

import { makeConfig, readSettings } from "../../config/config.ts";
import { readSecrets } from "../../config/secrets.ts";
import { listOwnExchanges, type ServiceConfig } from "../../config/service-config.ts";
import type { ExchangeAccount } from "../../telephony/ask-exchange.ts";
import { setExchangeDrain } from "../../telephony/exchange-drain.ts";
import { readExchangeLoad } from "../../telephony/exchange-load.ts";
import { findPart, requireRunningStation } from "../context/running-station.ts";
import { type CommandContext, CommandError, type Subcommand } from "../context/subcommand.ts";

const CHECK_EVERY_MS = 1_000;

/** Lets the exchange refuse new SIP calls, so that a machine can be stopped without a lost call. */
export const drain: Subcommand = {
  name: "drain",
  usage: "",
  summary: "Stops new calls. Running calls continue until they end.",
  details: [
    "New callers get 503, so that the carrier sends them to another exchange, and trunks are",
    "unregistered. Desks can answer the callers who wait, but dial no new numbers. The exchange",
    "drains until it is restarted or the drain is cancelled; a crash does not end the drain.",
    "With --cancel new calls begin again. With --wait the command ends when no call is left.",
    "With --exchange and a name of EXCHANGES, that exchange drains, on whatever machine it is.",
  ],
  options: {
    cancel: { type: "boolean" },
    wait: { type: "boolean" },
    exchange: { type: "string" },
  },
  async run({ options, env, print, printJson, signal }) {
    const isCancel = options["cancel"] === true;
    const named = options["exchange"];
    const account =
      typeof named === "string" ? await findNamed(env, named) : await findAccount(env);
    const answer = await setExchangeDrain(account, !isCancel);
    if (answer === null) {
      throw new CommandError('The exchange does not answer. "linedesk logs exchange" shows why.');
    }
    print(isCancel ? "The exchange accepts new calls again." : describe(answer.calls));
    const isWaiting = !isCancel && options["wait"] === true && answer.calls > 0;
    const calls = isWaiting ? await untilEmpty(account, { print, signal }) : answer.calls;
    printJson({ draining: answer.draining, calls });
    return 0;
  },
};

function describe(calls: number): string {
  const rest =
    calls === 0 ? "No call is left." : `Calls that are left, each leg counted: ${calls}.`;
  return `The exchange accepts no new calls. ${rest} "linedesk drain --cancel" ends this.`;
}

async function findAccount(env: CommandContext["env"]): Promise<ExchangeAccount> {
  const station = await requireRunningStation(env);
  if (findPart(station, "exchange") === null) {
    throw new CommandError("The exchange is not running, or is being restarted.");
  }
  const [account] = await listExchanges(env);
  if (account === undefined) {
    throw new CommandError("The settings name no exchange.");
  }
  const apiUrl = (station.exchange ?? station.server)?.exchangeUrl ?? null;
  return { ...account, apiUrl };
}

/** Returns an exchange of the settings by its name. */
async function findNamed(env: CommandContext["env"], name: string): Promise<ExchangeAccount> {
  const exchanges = await listExchanges(env);
  const found = exchanges.find(({ service }) => service === name);
  if (found === undefined) {
    const names = exchanges.map(({ service }) => service).join(", ");
    throw new CommandError(`There is no exchange ${name}. The settings name ${names}.`);
  }
  return found;
}

async function listExchanges(env: CommandContext["env"]): Promise<ServiceConfig[]> {
  const settings = readSettings({ ...env });
  const secrets = await readSecrets(settings.LINEDESK_DATA);
  if (secrets === null) {
    throw new CommandError(`${settings.LINEDESK_DATA} has no secrets of a station.`);
  }
  return listOwnExchanges(makeConfig(settings, secrets).services);
}

/** Waits for the end of the last call. Throws `CommandError` when the drain ends before that. */
async function untilEmpty(
  { apiUrl }: ExchangeAccount,
  { print, signal }: Pick<CommandContext, "print" | "signal">,
): Promise<number> {
  for (let before = -1; ; await wait(CHECK_EVERY_MS, undefined, { signal })) {
    const load = await readExchangeLoad(apiUrl);
    if (load?.draining === false) {
      throw new CommandError("The exchange accepts new calls again, so the wait ended.");
    }
    if (load?.calls === 0) {
      print("No call is left.");
      return 0;
    }
    if (load !== null && load.calls !== before) {
      before = load.calls;
      print(`Calls that are left, each leg counted: ${before}.`);
    }
  }
}
