import { readFileSync } from "node:fs";

/**
 * A process by its id and its start, since an id is used again after a restart of the machine. Null
 * where there is no such process, or the system has no /proc.
 */
export function processIdentity(pid: number): string | null {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ", 2);
    return `${pid} ${fields.split(" ")[19] ?? ""}`;
  } catch {
    return null;
  }
}
