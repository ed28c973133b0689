import type ICAL from "ical.js";

import type { Contact } from "@linedesk/contract";
import { type BadLine, createBadLine } from "../../client/desk/contacts/contact-import.ts";
import { yieldToPage } from "../../lib/yield-to-page.ts";
import type { FileEntry } from "./read-csv.ts";

type Ical = typeof ICAL;

async function loadIcal(): Promise<Ical> {
  return (await import("ical.js")).default;
}

function splitCards(text: string): { line: number; card: string }[] {
  const cards: { line: number; card: string }[] = [];
  let open: { line: number; lines: string[] } | null = null;
  for (const [at, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (/^BEGIN:VCARD\s*$/i.test(written)) {
      open = { line: at + 1, lines: [] };
    }
    open?.lines.push(written);
    if (/^END:VCARD\s*$/i.test(written) && open !== null) {
      cards.push({ line: open.line, card: open.lines.join("\r\n") });
      open = null;
    }
  }
  return open === null ? cards : [...cards, { line: open.line, card: open.lines.join("\r\n") }];
}

/** The number of cards read before the page can do other work. */
const PART_CARDS = 200;

/** Reads vCards; an unreadable card does not affect the others. */
export async function readVcards(text: string): Promise<{ entries: FileEntry[]; bad: BadLine[] }> {
  const ical = await loadIcal();
  const entries: FileEntry[] = [];
  const bad: BadLine[] = [];
  for (const [at, { line, card }] of splitCards(text).entries()) {
    if (at % PART_CARDS === 0) {
      await yieldToPage();
    }
    try {
      entries.push(...readCard(ical, line, card));
    } catch {
      // The line number identifies an unreadable card; the error text of the library does not help.
      bad.push(createBadLine(line, "row_vcard_unreadable"));
    }
  }
  return { entries, bad };
}

function joinText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.flat().filter(Boolean).join(" ");
  }
  return typeof value === "string" ? value : "";
}

function readCard(ical: Ical, line: number, card: string): FileEntry[] {
  const component = new ical.Component(ical.parse(card));
  const name =
    joinText(component.getFirstPropertyValue("fn")) ||
    joinText(component.getFirstPropertyValue("n")) ||
    joinText(component.getFirstPropertyValue("org"));
  const tags = component
    .getAllProperties("categories")
    .flatMap((property) => property.getValues().map(joinText));
  const note = joinText(component.getFirstPropertyValue("note"));
  const numbers = component.getAllProperties("tel");
  if (numbers.length === 0) {
    return [{ line, number: "", name, tags, note }];
  }
  return numbers.map((property) => {
    const number = joinText(property.getFirstValue()).replace(/^tel:/i, "");
    const kind = joinText(property.getParameter("type")).toLowerCase();
    const isNamed = numbers.length > 1 && kind !== "";
    return { line, number, name: isNamed ? `${name} (${kind})` : name, tags, note };
  });
}

export async function writeVcards(contacts: readonly Contact[]): Promise<string> {
  const ical = await loadIcal();
  const cards = contacts.map(({ name, number, tags, note }) => {
    const card = new ical.Component("vcard");
    card.addPropertyWithValue("version", "4.0");
    card.addPropertyWithValue("fn", name);
    card.addPropertyWithValue("tel", number);
    if (tags.length > 0) {
      const categories = new ical.Property("categories", card);
      categories.setValues([...tags]);
      card.addProperty(categories);
    }
    if (note !== "") {
      card.addPropertyWithValue("note", note);
    }
    return card.toString();
  });
  return `${cards.join("\r\n")}\r\n`;
}
