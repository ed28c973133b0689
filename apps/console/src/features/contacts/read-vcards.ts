import type ICAL from "ical.js";

import type { Contact } from "@linedesk/contract";
import { type BadLine, createBadLine } from "../../client/desk/contacts/contact-import.ts";
import { yieldToPage } from "../../lib/yield-to-page.ts";
import { joinName } from "./join-name.ts";
import { type FileEntry, nameEntries } from "./to-entries.ts";
import { toModernCard } from "./to-modern-card.ts";

type Ical = typeof ICAL;

async function loadIcal(): Promise<Ical> {
  return (await import("ical.js")).default;
}

interface CardLines {
  line: number;
  lines: string[];
  /** The number of cards that are open, because a card may contain the card of an assistant. */
  depth: number;
}

function splitCards(text: string): CardLines[] {
  const cards: CardLines[] = [];
  let open: CardLines | null = null;
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  for (const [at, written] of lines.entries()) {
    if (/^\s*BEGIN:VCARD\s*$/i.test(written)) {
      if (open !== null && /^AGENT[^:]*:\s*$/i.test(open.lines.at(-1) ?? "")) {
        open.depth += 1;
        continue;
      }
      open = { line: at + 1, lines: [], depth: 1 };
      cards.push(open);
    }
    if (open?.depth === 1) {
      open.lines.push(written);
    }
    if (/^\s*END:VCARD\s*$/i.test(written) && open !== null) {
      open.depth -= 1;
      open = open.depth === 0 ? null : open;
    }
  }
  return cards;
}

/** Returns false for a card that only lists the members of a group (RFC 6350 section 6.1.4). */
function isPerson({ lines }: CardLines): boolean {
  return !lines.some((line) =>
    /^(?:KIND|X-ADDRESSBOOKSERVER-KIND)(?:;[^:]*)?:group\s*$/i.test(line),
  );
}

/** The number of cards read before the page can do other work. */
const PART_CARDS = 200;

/** Reads vCards; an unreadable card does not affect the others. */
export async function readVcards(text: string): Promise<{ entries: FileEntry[]; bad: BadLine[] }> {
  const ical = await loadIcal();
  const entries: FileEntry[] = [];
  const bad: BadLine[] = [];
  for (const [at, { line, lines }] of splitCards(text).filter(isPerson).entries()) {
    if (at % PART_CARDS === 0) {
      await yieldToPage();
    }
    try {
      entries.push(...readCard(ical, line, toModernCard(lines)));
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

/** Returns the name in the order in which people say it; the card begins with the family name. */
function readName(card: ICAL.Component): string {
  const [last = "", first = "", middle = ""] = [card.getFirstPropertyValue("n")]
    .flat()
    .map((part: unknown) => joinText(part));
  const spoken = joinName({ first, middle, last });
  const full = joinText(readPreferred(card, "fn")).trim();
  return full || spoken || joinText(card.getFirstPropertyValue("org")).trim();
}

/** Returns the value with the lowest `PREF`, or else the first one (RFC 6350 section 5.3). */
function readPreferred(card: ICAL.Component, name: string): unknown {
  const rank = (property: ICAL.Property) => Number(joinText(property.getParameter("pref")) || 101);
  const [best] = card.getAllProperties(name).toSorted((a, b) => rank(a) - rank(b));
  return best?.getFirstValue();
}

/** Parameters that say how the telephone is used, but not what kind it is. */
const noKinds = new Set(["voice", "pref", "msg", "text", "internet", "video"]);

function readKind(property: ICAL.Property, labels: ReadonlyMap<string, string>): string {
  const label = labels.get(joinText(property.getParameter("group")).toLowerCase());
  if (label !== undefined && label !== "") {
    return label;
  }
  const types = [property.getParameter("type")].flat().map((type) => joinText(type).toLowerCase());
  return types
    .flatMap((type) => type.split(","))
    .map((type) => type.replace(/^x-(?:evolution-)?/, "").trim())
    .filter((type) => type !== "" && !noKinds.has(type))
    .join(" ");
}

/** Returns Apple's labels of groups of properties, such as `item1`. */
function readLabels(card: ICAL.Component): Map<string, string> {
  return new Map(
    card.getAllProperties("x-ablabel").map((property) => {
      const label = joinText(property.getFirstValue()).replace(/^_\$!<(.*)>!\$_$/, "$1");
      return [joinText(property.getParameter("group")).toLowerCase(), label.toLowerCase()];
    }),
  );
}

function readCard(ical: Ical, line: number, card: string): FileEntry[] {
  const component = new ical.Component(ical.parse(card));
  const tags = omitGoogleGroups(
    component
      .getAllProperties("categories")
      .flatMap((property) => property.getValues().map(joinText)),
  );
  const labels = readLabels(component);
  const numbers = component
    .getAllProperties("tel")
    .map((property) => ({
      number: joinText(property.getFirstValue()).replace(/^tel:/i, "").trim(),
      kind: readKind(property, labels),
    }))
    .filter(({ number }) => number !== "");
  const note = joinText(component.getFirstPropertyValue("note"));
  return nameEntries(numbers, { line, name: readName(component), tags, note });
}

/** Google puts every contact into `myContacts`, and favourites into `starred`. */
function omitGoogleGroups(tags: string[]): string[] {
  return tags.includes("myContacts")
    ? tags.filter((tag) => tag !== "myContacts" && tag !== "starred")
    : tags;
}

/** The library escapes only LF. A CR would end the property, and the rest would be another one. */
function toOneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

export async function writeVcards(contacts: readonly Contact[]): Promise<string> {
  const ical = await loadIcal();
  const cards = contacts.map(({ name, number, tags, note }) => {
    const card = new ical.Component("vcard");
    card.addPropertyWithValue("version", "4.0");
    card.addPropertyWithValue("fn", toOneLineEnd(name));
    card.addPropertyWithValue("tel", number);
    if (tags.length > 0) {
      const categories = new ical.Property("categories", card);
      categories.setValues([...tags]);
      card.addProperty(categories);
    }
    if (note !== "") {
      card.addPropertyWithValue("note", toOneLineEnd(note));
    }
    return card.toString();
  });
  return `${cards.join("\r\n")}\r\n`;
}
