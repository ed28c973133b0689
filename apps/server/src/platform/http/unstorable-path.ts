/**
 * Returns the dotted path of text that the database cannot store (U+0000 or half a surrogate pair),
 * "." for the value itself, or `null` when everything can be stored. A key counts as part of the
 * value that it names.
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
