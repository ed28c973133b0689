import type { Config } from "../config/config.ts";
import type { Logger } from "../platform/logger.ts";
import type { ServiceNames } from "./service-names.ts";
import { type Telephony, TelephonyError, TelephonyUnreachableError } from "./telephony.ts";

interface AccountDeps {
  config: Pick<Config, "telephony">;
  telephony: Pick<Telephony, "account" | "policy">;
  names: ServiceNames;
  log: Logger;
}

/**
 * Throws `ConfigError` when the configured application belongs to another installation. A service
 * that does not answer now does not stop the start; provisioning compares again.
 */
export async function assertOwnAccount(deps: AccountDeps): Promise<void> {
  const { config, telephony, names, log } = deps;
  if (!telephony.policy.isShared) {
    return;
  }
  try {
    const applications = await telephony.account.listApplications();
    const found = applications.find(({ sid }) => sid === config.telephony.appSid);
    if (found !== undefined) {
      names.assertOwn(found);
    }
  } catch (err) {
    if (!(err instanceof TelephonyError || err instanceof TelephonyUnreachableError)) {
      throw err;
    }
    log.warn({ err }, "telephony account check failed");
  }
}
