import type { DeviceLine } from "@linedesk/contract";
import type { MenuEntry } from "../../ui/Menu.tsx";

/** The `key` of an entry that acts on a line ends with this line, as in `accept:line2`. */
const ON_LINE = /:(line[12])$/;

/** Adds "to air" to each entry that takes a caller to a line that feeds the air. */
export function nameAirEntries(
  entries: readonly MenuEntry[],
  fed: ReadonlySet<DeviceLine>,
  name: (action: string) => string,
): MenuEntry[] {
  return entries.map((entry) => {
    const line = ON_LINE.exec(entry.key)?.[1] as DeviceLine | undefined;
    return entry.type === "item" && line !== undefined && fed.has(line)
      ? { ...entry, label: name(entry.label), danger: true }
      : entry;
  });
}
