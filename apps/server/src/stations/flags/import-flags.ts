import {
  cleanName,
  flagColour,
  flagEffect,
  flagEffects,
  flagIcon,
  flagIcons,
  type FlagImportResult,
  flagKind,
  flagLimits,
  type FlagRow,
  type ShownRefusal,
} from "@linedesk/contract";
import { describeRefusal } from "../../errors/describe-refusal.ts";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { assertRoomFor, foldFlagName, lockFlagDetails } from "./change-flag.ts";
import { type FlagFields, insertFlags } from "./flag-store.ts";

const FALLBACK_COLOUR = "#59626b";
/** English, German, French, Spanish and Italian, as people and spreadsheets write them. */
const yes = new Set("yes,y,true,1,x,ja,j,wahr,oui,o,vrai,si,sí,s,verdadero,vero".split(","));
const no = new Set(",no,n,false,0,nein,falsch,non,faux,falso,nee".split(","));
/**
 * Matches a name that is a whole line, which was not split into cells, or the line that defines the
 * separator.
 */
const UNSPLIT = /^sep=|[;|\t] ?#[0-9a-f]{3,6}\b|^(?:name|flag)[;|\t]/i;

/**
 * Returns the flag of a line, or its refusal. Only the name is required; any other empty cell gets
 * the default value.
 */
export function checkFlagRow(row: FlagRow): FlagFields | ShownRefusal {
  const name = cleanName(row.name);
  const colour = flagColour.safeParse(toColour(row.colour));
  const icon = row.icon.trim() === "" ? null : flagIcon.safeParse(fold(row.icon)).data;
  const kind = flagKind.safeParse(fold(row.kind) === "" ? "label" : fold(row.kind));
  const effect = flagEffect.safeParse(fold(row.effect) === "" ? "mark" : fold(row.effect));
  const hidden = fold(row.hidden);
  if (name.includes("\uFFFD")) {
    return describeRefusal("row_characters_lost");
  }
  if (UNSPLIT.test(row.name)) {
    return describeRefusal({ reason: "row_not_split", params: { value: row.name } });
  }
  if (name === "") {
    return describeRefusal("row_without_name");
  }
  if (name.length > flagLimits.name) {
    return describeRefusal({ reason: "row_name_too_long", params: { most: flagLimits.name } });
  }
  if (!colour.success) {
    return describeRefusal({ reason: "row_colour_wrong", params: { value: row.colour } });
  }
  if (icon === undefined) {
    return refuseCell("row_icon_wrong", row.icon, flagIcons);
  }
  if (!kind.success) {
    return refuseCell("row_kind_wrong", row.kind, flagKind.options);
  }
  if (!effect.success) {
    return refuseCell("row_effect_wrong", row.effect, flagEffects);
  }
  if (!yes.has(hidden) && !no.has(hidden)) {
    return describeRefusal({ reason: "row_not_yes_or_no", params: { value: row.hidden } });
  }
  const hiddenByDefault = yes.has(hidden);
  return { name, colour: colour.data, icon, kind: kind.data, effect: effect.data, hiddenByDefault };
}

function refuseCell(
  reason: "row_icon_wrong" | "row_kind_wrong" | "row_effect_wrong",
  value: string,
  allowed: readonly string[],
): ShownRefusal {
  return describeRefusal({ reason, params: { value, allowed: allowed.join(", ") } });
}

/** Reads `955f04` and `#f00` too, which spreadsheets and web pages write. */
function toColour(cell: string): string {
  const colour = cell.trim().replace(/^#?/, "#").toLowerCase();
  if (colour === "#") {
    return FALLBACK_COLOUR;
  }
  const isShort = /^#[0-9a-f]{3}$/.test(colour);
  const isColour = isShort || /^#[0-9a-f]{6}$/.test(colour);
  return isShort ? `#${colour.slice(1).replaceAll(/./g, "$&$&")}` : isColour ? colour : cell;
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
 * Adds the valid lines in one transaction. An existing flag stays unchanged, so that importing the
 * same file again changes nothing.
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
      if ("reason" in checked) {
        bad.push({ line: row.line, ...checked });
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
      await publish(trx, station, { type: "station.stale" });
    }
    return { added: fresh.length, known, bad };
  });
}
