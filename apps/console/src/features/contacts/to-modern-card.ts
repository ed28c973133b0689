/**
 * The properties of a card that a contact needs. Other properties are not read, so that they cause
 * no error.
 */
const needed = new Set([
  "BEGIN",
  "END",
  "VERSION",
  "FN",
  "N",
  "ORG",
  "NICKNAME",
  "TEL",
  "CATEGORIES",
  "NOTE",
  "X-ABLABEL",
]);

/** The properties whose semicolons separate the parts of the value. */
const structured = new Set(["N", "ORG"]);

/**
 * Rewrites the lines of a card of version 2.1, as old telephones, Android and Outlook write it, in
 * the form of version 3.0, which the library reads. Newer cards keep their text. Throws for a line
 * that is no property.
 */
export function toModernCard(lines: readonly string[]): string {
  const unfolded = unfold(lines);
  const isOld = unfolded.some((line) => /^VERSION:2\.1\s*$/i.test(line));
  const version = unfolded.some((line) => /^VERSION:/i.test(line)) ? [] : ["VERSION:3.0"];
  const [begin = "", ...rest] = unfolded.flatMap((line) => toModernLine(line, isOld));
  return [begin, ...version, ...rest].join("\r\n");
}

/** Joins the lines of one property: folded ones, and quoted-printable ones that end with `=`. */
function unfold(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isBinary = false;
  for (const line of lines) {
    const last = joined.at(-1) ?? "";
    if (/^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(last) && /=\s*$/.test(last)) {
      joined[joined.length - 1] = last.replace(/=\s*$/, "") + line;
    } else if (/^[ \t]/.test(line) && joined.length > 0) {
      joined[joined.length - 1] = last + line.slice(1);
    } else if (line.trim() !== "" && !(isBinary && !line.includes(":"))) {
      joined.push(line);
      isBinary = /^[^:]*;(?:ENCODING=)?(?:b|base64)[;:]/i.test(line);
    }
  }
  return joined;
}

function toModernLine(line: string, isOld: boolean): string[] {
  const parts = /^((?:[\w-]+\.)?[\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line);
  if (parts === null) {
    throw new Error("a line of the card is not a vCard property");
  }
  const [, full = "", written = "", value = ""] = parts;
  const property = full.replace(/^[\w-]+\./, "").toUpperCase();
  if (!needed.has(property)) {
    return [];
  }
  const params = splitParams(written);
  const isQuoted = params.some((param) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(param));
  const isBinary = params.some((param) => /^(?:ENCODING=)?(?:B|BASE64)$/i.test(param));
  const charset = params.find((param) => /^CHARSET=/i.test(param))?.slice("CHARSET=".length);
  const types = params
    .filter((param) => !isWriting(param))
    .map(readCustomType)
    .map(toType);
  const text = isQuoted
    ? decodeQuoted(value, charset)
    : isBinary
      ? decodeBase64(value, charset)
      : value;
  const escaped = isQuoted || isBinary || isOld ? escapeValue(text, property) : text;
  const shown = structured.has(property) ? escaped : bareSemicolons(escaped);
  if (property === "VERSION") {
    return [isOld ? "VERSION:3.0" : line];
  }
  return [`${full}${types.map((type) => `;${type}`).join("")}:${shown}`];
}

function splitParams(written: string): string[] {
  return (written.match(/;(?:"[^"]*"|[^";])*/g) ?? []).map((param) => param.slice(1).trim());
}

/** Returns true for a parameter that describes only the encoding of the value. */
function isWriting(param: string): boolean {
  return /^(?:CHARSET=|ENCODING=|QUOTED-PRINTABLE$|8BIT$|7BIT$|BASE64$|$)/i.test(param);
}

/** Android writes a label of the person's own as `X-CUSTOM(CHARSET=UTF-8,ENCODING=...,=53=74)`. */
function readCustomType(param: string): string {
  const custom = /^(?:TYPE=)?X-CUSTOM\((?:CHARSET=([\w-]+),)?(?:ENCODING=[\w-]+,)?(.*)\)$/i.exec(
    param,
  );
  if (custom === null) {
    return param;
  }
  const label = decodeQuoted(custom[2] ?? "", custom[1]).replaceAll(/["\p{Cc}]/gu, " ");
  return `TYPE="X-${label}"`;
}

function toType(param: string): string {
  return param.includes("=") ? param : `TYPE=${param}`;
}

function decodeQuoted(value: string, charset = "utf-8"): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [found, code] of value.matchAll(/=([0-9a-f]{2})|[^=]+|=/gis)) {
    bytes.push(...(code === undefined ? encoder.encode(found) : [Number.parseInt(code, 16)]));
  }
  return decodeBytes(Uint8Array.from(bytes), charset);
}

/** Some telephones write names in Base64. Text that is not Base64 stays unchanged. */
function decodeBase64(value: string, charset = "utf-8"): string {
  try {
    return decodeBytes(
      Uint8Array.from(atob(value), (byte) => byte.codePointAt(0) ?? 0),
      charset,
    );
  } catch {
    // The parameter is wrong, and the text is plain.
    return value;
  }
}

/** A wrong or unknown character set is replaced by the set that old telephones usually write. */
function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // The card names a character set that its bytes do not have.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function escapeValue(text: string, property: string): string {
  const plain = text.replaceAll(/\r\n?/g, "\n").replaceAll(/\\(?![;,\\nN])/g, "\\\\");
  const commas = property === "CATEGORIES" ? plain : plain.replaceAll(/(?<!\\),/g, "\\,");
  return commas.replaceAll("\n", "\\n");
}

/** Removes the backslash before a semicolon. The library does so only in a value with parts. */
function bareSemicolons(value: string): string {
  return value.replaceAll(/\\([\\;])/g, (found, sign: string) => (sign === ";" ? ";" : found));
}
