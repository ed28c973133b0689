import { maskNames, maskNamesInSentence } from "./mask-names.ts";
import { maskText } from "./mask-text.ts";

export interface MaskOptions {
  /** Every secret value that is known, the longest first. */
  secrets: readonly string[];
  /** The words of all names in the database; `null` when it does not answer. */
  names: ReadonlySet<string> | null;
}

const LONGEST_LINE = 8_000;
/** The lines in which PostgreSQL repeats rows and statements. */
const ROWS = /^\t|\b(?:DETAIL|STATEMENT|CONTEXT|QUERY): /;
/** The fields of a log line whose values are words of the program. */
const OWN_WORDS = new Set(["part", "area", "type", "code", "method", "level"]);
const OWN_WORD = /^[\w./:-]{1,60}$/;

/** Masks the lines of a log: JSON lines by their fields, other lines as sentences. */
export function maskLog(text: string, options: MaskOptions): string {
  return text
    .split("\n")
    .map((line) => maskLine(line.slice(0, LONGEST_LINE), options))
    .join("\n");
}

function maskLine(line: string, options: MaskOptions): string {
  const entry = line.startsWith("{") ? readEntry(line) : null;
  if (entry !== null) {
    return JSON.stringify(maskEntry(entry, options));
  }
  return ROWS.test(line) ? "[left out]" : maskSentence(line, options);
}

function readEntry(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The line is incomplete, or another program wrote it.
    return null;
  }
}

/**
 * Leaves out the field `pii`, which contains numbers, names and digits if the station logs them.
 */
function maskEntry(entry: object, options: MaskOptions): Record<string, unknown> {
  const fields = Object.entries(entry).filter(([key]) => key !== "pii");
  return Object.fromEntries(
    fields.map(([key, value]) => [maskValue(key, options), maskField(key, value, options)]),
  );
}

function maskField(key: string, value: unknown, options: MaskOptions): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => maskField(key, one, options));
  }
  if (typeof value === "object" && value !== null) {
    return maskEntry(value, options);
  }
  if (typeof value !== "string") {
    return value;
  }
  if (key === "msg") {
    return maskSentence(value, options);
  }
  if (key === "stack") {
    return maskStack(value, options);
  }
  const isOwn =
    OWN_WORDS.has(key) && OWN_WORD.test(value) && maskText(value, options.secrets) === value;
  return isOwn ? value : maskFree(value, options);
}

/** The frames of a stack name files and functions; the lines above them are the error's message. */
function maskStack(stack: string, options: MaskOptions): string {
  const mask = (line: string) =>
    /^ +at /.test(line) ? maskText(line, options.secrets) : maskFree(line, options);
  return stack.split("\n").map(mask).join("\n");
}

/** Without the names of the database, a text that may contain one is left out. */
function maskFree(text: string, { secrets, names }: MaskOptions): string {
  return names === null ? "[left out]" : maskNames(maskText(text, secrets), names);
}

/** Masks words of the station itself, which contain the name of a person only by chance. */
function maskValue(text: string, { secrets, names }: MaskOptions): string {
  return maskNamesInSentence(maskText(text, secrets), names ?? new Set());
}

/** Masks every text of a report, such as the findings of the doctor, with its keys. */
export function maskReport(report: unknown, options: MaskOptions): unknown {
  if (typeof report === "string") {
    return maskValue(report, options);
  }
  if (Array.isArray(report)) {
    return report.map((one) => maskReport(one, options));
  }
  return typeof report === "object" && report !== null
    ? Object.fromEntries(
        Object.entries(report).map(([key, value]) => [
          maskValue(key, options),
          maskReport(value, options),
        ]),
      )
    : report;
}

/** Masks a sentence; without the names of the database, everything in quotes is left out. */
export function maskSentence(text: string, { secrets, names }: MaskOptions): string {
  const masked = maskText(text, secrets);
  return names === null
    ? masked.replaceAll(/"[^"\n]{1,2000}"|'[^'\n]{1,2000}'/g, '"[left out]"')
    : maskNamesInSentence(masked, names);
}
