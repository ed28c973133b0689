import { writeFile } from "node:fs/promises";

import { hasCode } from "@linedesk/base";
import { makeKeyPair } from "../../backup/archive/seal-box.ts";
import { CommandError, type Subcommand } from "../context/subcommand.ts";

export const backupKey: Subcommand = {
  name: "backup-key",
  usage: "FILE",
  summary: "Makes the two keys for the secrets of backups.",
  details: [
    "It writes the private key to FILE and shows the public key, which is the setting BACKUP_KEY.",
    "Move FILE to a place that a thief of this machine or of its backups cannot reach.",
    "Only a restore needs it. Without it, the secrets of all backups are lost; the rest is not.",
  ],
  options: {},
  async run({ args, print, printJson }) {
    const [file] = args;
    if (file === undefined || args.length > 1) {
      throw new CommandError('"linedesk backup-key" needs one file for the private key.');
    }
    const { publicKey, privateKey } = makeKeyPair();
    await writeNew(file, privateKey);
    print(`BACKUP_KEY=${publicKey}`);
    print(`${file} contains the private key. Move it away from this machine.`);
    printJson({ publicKey, privateKeyFile: file });
    return 0;
  },
};

async function writeNew(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (hasCode(error, "EEXIST")) {
      throw new CommandError(
        `${file} exists already, and backups may need it. Nothing was changed.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
