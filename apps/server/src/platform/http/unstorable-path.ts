/**
 * Where in a value stands text that the database takes in no column: U+0000, or half a surrogate
 * pair. A dotted path ("." for the value itself), or null when all of it can be kept. A key counts
 * as a part of the value that it names.
 */
export function findUnstorablePath(value: unknown, path = ""): string | null {
  if (typeof value === "string") {
    return isStorable(value) ? null : path || ".";
  }
  if (typeof value !== "object" || value === null) {
    return null;
  }
  for (const [key, member] of Object.entries(value)) {
    if (!isStorable(key)) {
      return path || ".";
    }
    const found = findUnstorablePath(member, path === "" ? key : `${path}.${key}`);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
