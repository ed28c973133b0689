import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";

import { hasCode } from "@linedesk/base";
import { checkDisk } from "../../../board/check-part.ts";
import type { Check } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";

const MB = 1_048_576;
const LITTLE_SHARE = 0.2;
const OTHERS_MAY = 0o077;

/** Checks the free space under LINEDESK_DATA, and the permissions of the folder. */
export const disk: Check = {
  name: "disk",
  timeoutMs: 5_000,
  lateAdvice: "The disk of LINEDESK_DATA does not answer; look at its mount.",
  async run({ config: { dataDir, http, environment } }) {
    try {
      const { bavail, bsize, blocks } = await statfs(dataDir);
      const freeMb = Math.floor((bavail * bsize) / MB);
      const { mode } = await stat(dataDir);
      const mayWrite = await access(dataDir, constants.W_OK).then(
        () => true,
        () => false,
      );
      const isServed = environment === "production" || http.publicUrlGiven;
      return [
        judgeSpace(freeMb, bavail / blocks),
        judgeFolder({ dataDir, mayWrite, isOpen: isServed && (mode & OTHERS_MAY) !== 0 }),
      ];
    } catch (error) {
      if (hasCode(error, "ENOENT")) {
        return [leftOut(`The first start makes the folder ${dataDir}.`)];
      }
      throw error;
    }
  },
};

export function judgeSpace(freeMb: number, share: number): Finding {
  const { finding } = checkDisk("up", freeMb);
  const free = `${freeMb} MB (${Math.floor(share * 100)} %) are free under LINEDESK_DATA.`;
  const advice = "Delete old recordings and backups, or enlarge the disk.";
  if (freeMb === 0) {
    return wrong("The disk of LINEDESK_DATA is full.", advice);
  }
  return finding === "little" || share < LITTLE_SHARE ? warning(free, advice) : right(free);
}

interface Folder {
  dataDir: string;
  mayWrite: boolean;
  /** Is true when other users of the machine may read or enter the folder. */
  isOpen: boolean;
}

export function judgeFolder({ dataDir, mayWrite, isOpen }: Folder): Finding {
  if (!mayWrite) {
    return wrong(
      `This user may not write to ${dataDir}.`,
      "Run the doctor as the user of the station or as root; if the station itself fails, correct the owner of the folder.",
    );
  }
  return isOpen
    ? warning(`Other users of this machine may read ${dataDir}.`, `Run: chmod 0700 ${dataDir}`)
    : right(`${dataDir} can be written.`);
}
