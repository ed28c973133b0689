import type { Logger } from "../platform/logger.ts";
import type { ServiceSet } from "./service-set.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { TelephonyError, TelephonyUnreachableError } from "./telephony.ts";

interface AccountDeps {
  services: ServiceSet<TelephonyService>;
  log: Logger;
}

/**
 * Throws `ConfigError` when the configured application belongs to another installation. If a
 * service does not answer, the server starts nevertheless, and provisioning checks the application
 * later.
 */
export async function assertOwnAccount({ services, log }: AccountDeps): Promise<void> {
  const shared = services.all.filter(({ telephony }) => telephony.policy.isShared);
  await Promise.all(shared.map((at) => assertOwn(at, log)));
}

async function assertOwn(
  { config, telephony, names }: TelephonyService,
  log: Logger,
): Promise<void> {
  try {
    const applications = await telephony.account.listApplications();
    const found = applications.find(({ sid }) => sid === config.appSid);
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
