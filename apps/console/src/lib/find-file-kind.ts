/** The kinds of files that people choose for an import, but that are neither CSV nor vCard. */
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
 * The beginnings of texts that are neither CSV nor vCard: web pages, other markup, LDIF, RTF, JSON.
 */
const TEXTS: readonly (readonly [FileKind, RegExp])[] = [
  ["webPage", /^<(?:!doctype html|html|table|meta|head|body|style|div)\b/i],
  ["other", /^<(?:\?xml|!doctype|!--|[a-z]+[\s>])/i],
  ["ldif", /^(?:version:\s*\d+\s+)?dn::?\s/i],
  ["other", /^\{\\rtf/],
  ["other", /^[[{]\s*[[{"]/],
];

const BEGINNING_BYTES = 400;

/** Returns the kind that the beginning of the file shows; `null` for CSV, vCard and all else. */
export function findFileKind(bytes: Uint8Array): FileKind | null {
  const known = BEGINNINGS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) {
    return known[0];
  }
  // In UTF-16, every second byte of ASCII text is zero; `TEXTS` has no zeros.
  const text = new TextDecoder()
    .decode(bytes.subarray(0, BEGINNING_BYTES))
    .replaceAll(/[\0\uFFFD\uFEFF]/g, "")
    .trimStart();
  return TEXTS.find(([, start]) => start.test(text))?.[0] ?? null;
}
