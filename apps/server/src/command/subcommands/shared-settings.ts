import { makeConfig, readSettings } from "../../config/config.ts";
import { readSecrets } from "../../config/secrets.ts";
import { listSharedSecrets } from "../../platform/instances/take-fingerprints.ts";
import { CommandError, type Subcommand } from "../context/subcommand.ts";

export const sharedSettings: Subcommand = {
  name: "shared-settings",
  usage: "",
  summary: "Prints the secrets that every server of one database needs.",
  details: [
    "Copy the lines into linedesk.env of the other machine. They are secret: whoever has them can act as",
    "this server. The other settings that must be equal are in docs/production.md.",
  ],
  options: {},
  async run({ env, print, printJson }) {
    const settings = readSettings({ ...env });
    const secrets = await readSecrets(settings.LINEDESK_DATA);
    if (secrets === null) {
      throw new CommandError(`${settings.LINEDESK_DATA} has no secrets before the first start.`);
    }
    const shown = listSharedSecrets(makeConfig(settings, secrets));
    Object.entries(shown).forEach(([name, value]) => print(`${name}=${value}`));
    printJson(shown);
    return 0;
  },
};
