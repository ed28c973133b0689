import {
  flagColour,
  flagEffect,
  flagEffects,
  flagIcon,
  flagIcons,
  type FlagImportResult,
  flagKind,
  flagLimits,
  type FlagRow,
} from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { assertRoomFor, foldFlagName, lockFlagDetails } from "./change-flag.ts";
import { type FlagFields, insertFlags } from "./flag-store.ts";

const FALLBACK_COLOUR = "#59626b";
const yes = new Set(["yes", "true", "1", "x"]);
const no = new Set(["", "no", "false", "0"]);

/** A line that can be added, or what is wrong with it; an empty cell is the plainest value. */
export function checkFlagRow(row: FlagRow): FlagFields | string {
  const name = row.name.trim();
  const colour = flagColour.safeParse(row.colour.trim() === "" ? FALLBACK_COLOUR : row.colour);
  const icon = row.icon.trim() === "" ? null : flagIcon.safeParse(fold(row.icon)).data;
  const kind = flagKind.safeParse(fold(row.kind) === "" ? "label" : fold(row.kind));
  const effect = flagEffect.safeParse(fold(row.effect) === "" ? "mark" : fold(row.effect));
  const hidden = fold(row.hidden);
  if (name === "") {
    return "has no name";
  }
  if (name.length > flagLimits.name) {
    return `the name is longer than ${flagLimits.name} characters`;
  }
  if (!colour.success) {
    return `"${row.colour}" is no colour, such as #955f04`;
  }
  if (icon === undefined) {
    return `"${row.icon}" is no icon: ${flagIcons.join(", ")}`;
  }
  if (!kind.success) {
    return `"${row.kind}" is no kind: ${flagKind.options.join(", ")}`;
  }
  if (!effect.success) {
    return `"${row.effect}" is no effect: ${flagEffects.join(", ")}`;
  }
  if (!yes.has(hidden) && !no.has(hidden)) {
    return `"${row.hidden}" is neither yes nor no`;
  }
  const hiddenByDefault = yes.has(hidden);
  return { name, colour: colour.data, icon, kind: kind.data, effect: effect.data, hiddenByDefault };
}

function fold(cell: string): string {
  return cell.trim().toLowerCase();
}

interface Import {
  station: string;
  actor: Actor;
  dryRun: boolean;
  rows: readonly FlagRow[];
}

/**
 * Adds the good lines in one transaction; a flag that is there stays as it is, so that the same
 * file sent again changes nothing.
 */
export async function importFlags(
  db: Db,
  { station, actor, dryRun, rows }: Import,
): Promise<FlagImportResult> {
  return db.transaction().execute(async (trx) => {
    const flags = await lockFlagDetails(trx, station);
    const names = new Set(flags.map(({ name }) => foldFlagName(name)));
    const known: FlagImportResult["known"] = [];
    const bad: FlagImportResult["bad"] = [];
    const fresh: FlagFields[] = [];
    for (const row of rows) {
      const checked = checkFlagRow(row);
      if (typeof checked === "string") {
        bad.push({ line: row.line, message: checked });
      } else if (names.has(foldFlagName(checked.name))) {
        known.push({ line: row.line, name: checked.name });
      } else {
        names.add(foldFlagName(checked.name));
        fresh.push(checked);
      }
    }
    assertRoomFor(flags, fresh.length);
    if (!dryRun && fresh.length > 0) {
      await insertFlags(trx, station, fresh);
      await recordAudit(trx, {
        actor,
        action: "flags.imported",
        station,
        details: { added: fresh.map(({ name }) => name), bad: bad.length },
      });
    }
    return { added: fresh.length, known, bad };
  });
}
