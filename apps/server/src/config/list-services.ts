import { MAIN_SERVICE } from "./main-service.ts";
import type { NamedService } from "./parse-services.ts";
import type { Settings } from "./settings.ts";

/** Returns the telephony services in order of preference; never empty. */
export function listServices(given: Settings): readonly NamedService[] {
  if (given.EXCHANGES !== undefined) {
    return given.EXCHANGES;
  }
  const { TELEPHONY, EXCHANGE_URL, EXCHANGE_PORT } = given;
  const own = EXCHANGE_URL ?? `http://127.0.0.1:${EXCHANGE_PORT}`;
  return [{ service: MAIN_SERVICE, url: TELEPHONY === "twilio" ? null : own }];
}
