import type { Verb } from "./context/verb.ts";
import { backupKey } from "./verbs/backup-key.ts";
import { backup } from "./verbs/backup.ts";
import { database } from "./verbs/database.ts";
import { doctor } from "./verbs/doctor.ts";
import { drain } from "./verbs/drain.ts";
import { logs } from "./verbs/logs.ts";
import { owner } from "./verbs/owner.ts";
import { restart } from "./verbs/restart.ts";
import { restore } from "./verbs/restore.ts";
import { sharedSettings } from "./verbs/shared-settings.ts";
import { station } from "./verbs/station.ts";
import { status } from "./verbs/status.ts";
import { support } from "./verbs/support.ts";

/** Every verb of the command, in the order of its help. */
export const verbs: readonly Verb[] = [
  status,
  doctor,
  backup,
  restore,
  backupKey,
  database,
  restart,
  drain,
  logs,
  station,
  owner,
  sharedSettings,
  support,
];
