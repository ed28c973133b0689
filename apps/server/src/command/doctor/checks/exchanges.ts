import { listOwnExchanges, type ServiceConfig } from "../../../config/service-config.ts";
import { type ExchangeLoad, readExchangeLoad } from "../../../telephony/exchange-load.ts";
import type { Check } from "../context/check.ts";
import { type Finding, right, warning, wrong } from "../context/finding.ts";

/** Asks each exchange of EXCHANGES, on whatever machine it runs. */
export const exchanges: Check = {
  name: "exchanges",
  timeoutMs: 10_000,
  lateAdvice: "Allow connections from the servers to the exchanges in the firewall.",
  async run({ config }) {
    if (config.services.length === 1) {
      return [];
    }
    return Promise.all(
      listOwnExchanges(config.services).map(async (one) =>
        judgeExchange(one, await readExchangeLoad(one.apiUrl)),
      ),
    );
  },
};

export function judgeExchange(
  { service, apiUrl }: Pick<ServiceConfig, "service" | "apiUrl">,
  load: ExchangeLoad | null,
): Finding {
  if (load === null) {
    return wrong(
      `The exchange ${service} does not answer at ${apiUrl ?? ""}.`,
      "Start it, or correct its address in EXCHANGES.",
    );
  }
  return load.draining
    ? warning(
        `The exchange ${service} drains, so it begins no new call.`,
        `"linedesk drain --cancel --exchange ${service}" ends this.`,
      )
    : right(`The exchange ${service} answers and takes calls.`);
}
