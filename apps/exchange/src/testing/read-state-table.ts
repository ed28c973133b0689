/** Reads a table of states (rows) and events (columns). */
export function readStateTable(table: string): [from: string, event: string, to: string][] {
  const [header, ...rows] = table.trim().split("\n");
  const events = header?.trim().split(/\s+/) ?? [];
  return rows.flatMap((row) => {
    const [from = "", ...results] = row.trim().split(/\s+/);
    return results.map((to, i): [string, string, string] => [from, events[i] ?? "", to]);
  });
}
