import type { Subcommand } from "./context/subcommand.ts";
import { backupKey } from "./subcommands/backup-key.ts";
import { backup } from "./subcommands/backup.ts";
import { database } from "./subcommands/database.ts";
import { doctor } from "./subcommands/doctor.ts";
import { drain } from "./subcommands/drain.ts";
import { logs } from "./subcommands/logs.ts";
import { owner } from "./subcommands/owner.ts";
import { restart } from "./subcommands/restart.ts";
import { restore } from "./subcommands/restore.ts";
import { sharedSettings } from "./subcommands/shared-settings.ts";
import { station } from "./subcommands/station.ts";
import { status } from "./subcommands/status.ts";
import { support } from "./subcommands/support.ts";

/** Every subcommand of the command, in the order of its help. */
export const subcommands: readonly Subcommand[] = [
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
