import type { FlagRow } from "@linedesk/contract";

/** The names that each column may have in the first line. */
const columns = {
  name: ["name", "flag"],
  colour: ["colour", "color"],
  icon: ["icon"],
  kind: ["kind", "shown as", "type"],
  effect: ["effect"],
  hidden: ["hidden", "hidden by default", "hiddenbydefault"],
} as const;
type Column = keyof typeof columns;
type Head = Partial<Record<Column, number>>;

const NAMELESS: Head = { name: 0, colour: 1, icon: 2, kind: 3, effect: 4, hidden: 5 };

/** Returns the position of each column; `null` when the first line already is a flag. */
function readHead(cells: readonly string[]): Head | null {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const found = Object.entries(columns).flatMap(([column, names]) => {
    const at = named.findIndex((cell) => (names as readonly string[]).includes(cell));
    return at === -1 ? [] : [[column, at] as const];
  });
  const head: Head = Object.fromEntries(found);
  return head.name === undefined ? null : head;
}

export async function readFlagCsv(text: string): Promise<FlagRow[]> {
  const { default: papa } = await import("papaparse");
  const rows: FlagRow[] = [];
  let head: Head | null = null;
  let line = 1;
  for (const cells of papa.parse<string[]>(text.replace(/^\uFEFF/, "")).data) {
    const from = line;
    line += 1 + countBreaks(cells);
    if (cells.every((cell) => cell.trim() === "")) {
      continue;
    }
    if (head === null) {
      const named: Head | null = readHead(cells);
      head = named ?? NAMELESS;
      if (named !== null) {
        continue;
      }
    }
    rows.push(toRow(from, cells, head));
  }
  return rows;
}

/** Counts the line breaks, which a quoted cell may contain. */
function countBreaks(cells: readonly string[]): number {
  return cells.join("").split("\n").length - 1;
}

function toRow(line: number, cells: readonly string[], head: Head): FlagRow {
  function cell(column: Column): string {
    const at = head[column];
    return at === undefined ? "" : (cells[at] ?? "").trim().slice(0, 200);
  }
  return {
    line,
    name: cell("name"),
    colour: cell("colour"),
    icon: cell("icon"),
    kind: cell("kind"),
    effect: cell("effect"),
    hidden: cell("hidden"),
  };
}
