/** The kinds of files that hold no separated values, although people choose them for an import. */
export type FileKind = "workbook" | "webPage" | "ldif" | "other";

/** The first bytes of files, by their kind: XLSX and ODS, XLS, PDF, PNG, JPEG, GZIP, SQLite. */
const BEGINNINGS: readonly (readonly [FileKind, readonly number[]])[] = [
  ["workbook", [0x50, 0x4b, 0x03, 0x04]],
  ["workbook", [0xd0, 0xcf, 0x11, 0xe0]],
  ["other", [0x25, 0x50, 0x44, 0x46]],
  ["other", [0x89, 0x50, 0x4e, 0x47]],
  ["other", [0xff, 0xd8, 0xff]],
  ["other", [0x1f, 0x8b]],
  ["other", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
];

/**
 * The beginnings of texts that are not separated values: web pages, other markup, LDIF, RTF, JSON.
 */
const TEXTS: readonly (readonly [FileKind, RegExp])[] = [
  ["webPage", /^<(?:!doctype html|html|table|meta|head|body|style|div)\b/i],
  ["other", /^<(?:\?xml|!doctype|!--|[a-z]+[\s>])/i],
  ["ldif", /^(?:version:\s*\d+\s+)?dn::?\s/i],
  ["other", /^\{\\rtf/],
  ["other", /^[[{]\s*[[{"]/],
];

const BEGINNING_BYTES = 400;

/** Returns the kind of a file that holds no separated values and no vCards, and otherwise `null`. */
export function findFileKind(bytes: Uint8Array): FileKind | null {
  const known = BEGINNINGS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) {
    return known[0];
  }
  // Every second byte of a text in UTF-16 is zero.
  const text = new TextDecoder()
    .decode(bytes.subarray(0, BEGINNING_BYTES))
    .replaceAll(/[\0\uFFFD\uFEFF]/g, "")
    .trimStart();
  return TEXTS.find(([, start]) => start.test(text))?.[0] ?? null;
}
