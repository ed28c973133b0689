/** Returns the tags of a cell, which may have quotes: `"politics, local"; guest`. */
export function splitTags(cell: string): string[] {
  const parts = cell.matchAll(
    /\s*(?:"((?:[^"]|"")*)"\s*(?=:::|[,;\n]|$)|((?:(?!:::)[^,;\n])*))(?::::|[,;\n]|$)/g,
  );
  return Array.from(parts, ([, quoted, plain = ""]) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  ).filter((tag) => tag !== "");
}

/** Writes the tags so that `splitTags` finds the same ones. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => (isWhole(tag) ? tag : `"${tag.replaceAll('"', '""')}"`)).join("; ");
}

function isWhole(tag: string): boolean {
  const found = splitTags(tag);
  return found.length === 1 && found[0] === tag;
}
