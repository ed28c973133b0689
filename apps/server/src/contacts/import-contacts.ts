import {
  cleanName,
  contactLimits,
  type ImportResult,
  type ImportRow,
  type ShownRefusal,
} from "@linedesk/contract";
import { describeRefusal } from "../errors/describe-refusal.ts";
import { isSpoiledNumber, toContactNumber } from "../platform/read-written-number.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { findKnownNames } from "./contact-store.ts";
import { addNewContacts, type ContactDeps } from "./contacts.ts";
import { publishChange, recordContactAudit, type Change } from "./record-contact.ts";

export interface Import extends Change {
  dryRun: boolean;
  rows: readonly ImportRow[];
}

interface GoodRow extends ImportRow {
  number: string;
}

function checkRow(row: ImportRow): GoodRow | ShownRefusal {
  const { number: written, name, tags, note } = row;
  const number = toContactNumber(written);
  const limits = contactLimits;
  if ([name, note, ...tags].some((text) => text.includes(LOST_CHARACTER))) {
    return describeRefusal("row_characters_lost");
  }
  if (name === "") {
    return describeRefusal("row_without_name");
  }
  if (name.length > limits.name) {
    return describeRefusal({ reason: "row_name_too_long", params: { most: limits.name } });
  }
  if (number === null) {
    return refuseNumber(written);
  }
  if (tags.length > limits.tags || tags.some((tag) => tag.length > limits.tag)) {
    const params = { most: limits.tags, length: limits.tag };
    return describeRefusal({ reason: "row_tags_wrong", params });
  }
  if (note.length > limits.note) {
    return describeRefusal({ reason: "row_note_too_long", params: { most: limits.note } });
  }
  return { ...row, number };
}

/** The character that a wrong encoding leaves in the place of a letter. */
const LOST_CHARACTER = "\uFFFD";

function refuseNumber(written: string): ShownRefusal {
  if (written === "") {
    return describeRefusal("row_without_number");
  }
  const reason = isSpoiledNumber(written) ? "row_number_spoiled" : "row_number_wrong";
  return describeRefusal({ reason, params: { number: written } });
}

function clean({ line, number, name, tags, note }: ImportRow): ImportRow {
  const unique = [...new Set(tags.map(cleanName).filter((tag) => tag !== ""))];
  return { line, number: number.trim(), name: cleanName(name), tags: unique, note: note.trim() };
}

/** Keeps each number once; the first line with it counts. */
function sortRows(rows: readonly ImportRow[]) {
  const good = new Map<string, GoodRow>();
  const known: ImportResult["known"] = [];
  const bad: ImportResult["bad"] = [];
  for (const row of rows.map(clean)) {
    const { line } = row;
    const checked = checkRow(row);
    if ("reason" in checked) {
      bad.push({ line, ...checked });
      continue;
    }
    const first = good.get(checked.number);
    if (first === undefined) {
      good.set(checked.number, checked);
    } else {
      known.push({ line, number: displayNumber(checked.number), name: first.name });
    }
  }
  return { good, known, bad };
}

/**
 * Adds the valid lines of a batch in one transaction. If a number is already in the book, its
 * contact stays unchanged, so that a repeated batch changes nothing.
 */
export async function importContacts(
  { db, clock }: ContactDeps,
  { rows, dryRun, ...change }: Import,
): Promise<ImportResult> {
  const { good, known, bad } = sortRows(rows);
  const { scope } = change;
  return db.transaction().execute(async (trx) => {
    const names = await findKnownNames(trx, scope, [...good.keys()]);
    const fresh = [...good.values()].filter(({ number }) => !names.has(number));
    const at = new Date(clock.now());
    const contacts = fresh.map(({ line: _line, ...row }) => ({ ...row, favourite: false }));
    const added = dryRun
      ? contacts.length
      : (await addNewContacts(trx, { ...change, at, contacts })).length;
    if (!dryRun && added > 0) {
      const details = { added, bad: bad.length };
      await recordContactAudit(trx, change, { action: "contacts.imported", details });
      await publishChange(trx, scope, { type: "contact.imported", count: added });
    }
    const there = [...good.values()].flatMap(({ line, number }) => {
      const name = names.get(number);
      return name === undefined ? [] : [{ line, number: displayNumber(number), name }];
    });
    return { added, known: [...known, ...there].toSorted((a, b) => a.line - b.line), bad };
  });
}
