import type { Config } from "../config/config.ts";

/**
 * Whether the installation is known to have a number, whoever adds a line with it. Twilio
 * shows none that the account has not; our exchange has what carriers gave.
 */
export function createNumberCheck({
  telephony: { kind },
  numberPool,
}: Pick<Config, "numberPool"> & { telephony: Pick<Config["telephony"], "kind"> }) {
  return (number: string) => kind === "twilio" || numberPool.has(number);
}
