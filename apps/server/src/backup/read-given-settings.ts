import { readFile } from "node:fs/promises";

import { settings as known } from "../config/settings.ts";

/**
 * Node reads this setting, for example to trust the certificate of the issuer. A restored station
 * needs it too.
 */
const ofNode = ["NODE_EXTRA_CA_CERTS"];

/**
 * Returns the values of the settings that were set, except the data folder. If a setting names a
 * file with its value, returns the content of the file.
 */
export async function readGivenSettings(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const name of [...Object.keys(known), ...ofNode]) {
    const file = env[`${name}_FILE`];
    const value = file === undefined || file === "" ? env[name] : await readFile(file, "utf8");
    if (value !== undefined && value !== "" && name !== "LINEDESK_DATA") {
      given[name] = value.trim();
    }
  }
  return given;
}
