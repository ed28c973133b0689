const SEPARATOR = /(:::|[,;\n])/;

/** Returns the tags of a cell, which may have quotes: `"politics, local"; guest`. */
export function splitTags(cell: string): string[] {
  const tags: string[] = [];
  let open = "";
  // A piece with an odd index is a separator.
  for (const [index, piece] of cell.split(SEPARATOR).entries()) {
    if (index % 2 === 1) {
      open += open === "" ? "" : piece;
    } else if (isOpenQuote(open + piece)) {
      open += piece;
    } else {
      tags.push(unquote(open + piece));
      open = "";
    }
  }
  return [...tags, ...open.split(SEPARATOR).filter((_, index) => index % 2 === 0)]
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

function isOpenQuote(text: string): boolean {
  return text.trimStart().startsWith('"') && text.split('"').length % 2 === 0;
}

function unquote(text: string): string {
  const tag = text.trim();
  const isQuoted = tag.length > 1 && tag.startsWith('"') && tag.endsWith('"');
  return isQuoted ? tag.slice(1, -1).replaceAll('""', '"') : tag;
}

/** Writes the tags so that `splitTags` returns the same tags. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => (isWhole(tag) ? tag : `"${tag.replaceAll('"', '""')}"`)).join("; ");
}

function isWhole(tag: string): boolean {
  const found = splitTags(tag);
  return found.length === 1 && found[0] === tag;
}
