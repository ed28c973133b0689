/**
 * Splits at separators outside quoted strings and `<...>`. Parts are trimmed, and empty ones are
 * dropped. A quote that is not closed continues to the end.
 */
export function splitOutsideQuotes(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  let bracketed = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === "\\") {
      at += 1;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (quoted) {
      continue;
    } else if (character === "<") {
      bracketed = true;
    } else if (character === ">") {
      bracketed = false;
    } else if (character === separator && !bracketed) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/**
 * Parses `a=1;b;c="x;y"` to a map with lower-case names. A parameter without a value maps to "".
 */
export function parseParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of splitOutsideQuotes(text, ";")) {
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? "" : part.slice(equals + 1).trim();
    if (name !== "" && !parameters.has(name)) {
      parameters.set(name, value);
    }
  }
  return parameters;
}

export function renderParameters(parameters: ReadonlyMap<string, string>): string {
  return [...parameters]
    .map(([name, value]) => `;${name}${value === "" ? "" : `=${value}`}`)
    .join("");
}
