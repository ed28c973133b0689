import { type FlagRow, foldText } from "@linedesk/contract";
import { readTable, type TableRow } from "../../../lib/read-table.ts";

/** The names that each column may have in the head, without accents. */
const columns = {
  name: "name, flag, label, kennzeichen, markierung, nom, nombre, nome, naam, navn, namn, etiquette, etiqueta",
  colour: "colour, color, hex, farbe, couleur, kleur, cor, colore, farve, farge, farg",
  icon: "icon, symbol, bild, icone, icono, pictogram",
  kind: "kind, shown as, type, art, typ, gezeigt als, tipo, soort",
  effect: "effect, wirkung, effet, efecto, effetto, effekt",
  hidden:
    "hidden, hidden by default, hiddenbydefault, ausgeblendet, versteckt, zunachst ausgeblendet, masque, oculto, nascosto, verborgen, skjult, dold",
} as const;
type Column = keyof typeof columns;
type Head = Partial<Record<Column, number>>;

const COLOUR = /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i;

const NAMELESS: Head = { name: 0, colour: 1, icon: 2, kind: 3, effect: 4, hidden: 5 };
/** At most this many lines may come before the head, such as a title and empty lines. */
const MOST_BEFORE_HEAD = 5;

/** Other words for the kinds and effects of flags, most of them German. */
const values: Record<string, string> = {
  kennzeichen: "label",
  warnung: "warning",
  sperre: "banned",
  gesperrt: "banned",
  "nur markieren": "mark",
  markieren: "mark",
  "nach hinten": "to_back",
  "to back": "to_back",
  sperren: "block",
};

/** Returns the position of each column; `null` for a row that does not contain column names. */
function readHead({ cells }: TableRow): Head | null {
  const named = cells.map((cell) => foldText(cell));
  const found = Object.entries(columns).flatMap(([column, names]) => {
    const known = names.split(",").map((name) => name.trim());
    const at = named.findIndex((cell) => known.includes(cell));
    return at === -1 ? [] : [[column, at] as const];
  });
  const head: Head = Object.fromEntries(found);
  return head.name === undefined ? null : head;
}

/** Finds the column of colours by its content when no heading has the word for it. */
function findColours(head: Head, rows: readonly TableRow[]): Head {
  const columnOfColours = rows
    .map(({ cells }) => cells.findIndex((cell) => COLOUR.test(cell)))
    .find((at) => at !== -1);
  if (columnOfColours === undefined) {
    return head;
  }
  if (head === NAMELESS) {
    return columnOfColours === 0 ? { ...NAMELESS, name: 1, colour: 0 } : NAMELESS;
  }
  return { ...head, colour: head.colour ?? columnOfColours };
}

export async function readFlagCsv(text: string): Promise<FlagRow[]> {
  const { rows, faults } = await readTable(text);
  const at = rows.slice(0, MOST_BEFORE_HEAD).findIndex((row) => readHead(row) !== null);
  const row = rows[at];
  const known = row === undefined ? NAMELESS : (readHead(row) ?? NAMELESS);
  const head = findColours(known, rows.slice(at + 1));
  // The server refuses a line without a name, so that an unreadable line is reported.
  const unreadable = faults.map(({ line }) => ({ line, cells: [] }));
  return [...rows.slice(at + 1), ...unreadable]
    .toSorted((a, b) => a.line - b.line)
    .map((one) => toRow(one, head));
}

function toRow({ line, cells }: TableRow, head: Head): FlagRow {
  function cell(column: Column): string {
    const at = head[column];
    return at === undefined ? "" : (cells[at] ?? "").trim().slice(0, 200);
  }
  return {
    line,
    name: cell("name"),
    colour: cell("colour"),
    icon: cell("icon"),
    kind: toValue(cell("kind")),
    effect: toValue(cell("effect")),
    hidden: cell("hidden"),
  };
}

function toValue(cell: string): string {
  return values[foldText(cell)] ?? cell;
}
