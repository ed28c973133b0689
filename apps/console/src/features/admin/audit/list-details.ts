export interface DetailWords {
  /** Writes an action such as `call.arrived`. */
  action: (action: string) => string;
  field: (field: string) => string;
  yesNo: (value: boolean) => string;
  /** Writes a moment such as `2026-11-23T06:14:00.000Z`. */
  time: (at: string) => string;
}

export interface Detail {
  title: string;
  value: string;
}

type Fields = Record<string, unknown>;

const NOTHING = "–";
const EVENTS = "events";
/** A code such as `now_playing`. */
const CODE = /^[a-z]+(?:_[a-z]+)+$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Lists the details of an entry, one on each line. For `before` and `after` it lists only the
 * differences.
 */
export function listDetails({ before, after, ...rest }: Fields, words: DetailWords): Detail[] {
  if (isFields(before) && isFields(after)) {
    return [...listChanges(before, after, words), ...listFields(rest, words)];
  }
  return listFields(
    {
      ...rest,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
    words,
  );
}

function listChanges(before: Fields, after: Fields, words: DetailWords): Detail[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      title: words.field(name),
      value: `${writeValue(before[name], words)} → ${writeValue(after[name], words)}`,
    }));
}

function listFields(fields: Fields, words: DetailWords): Detail[] {
  return Object.entries(fields).map(([name, value]) => ({
    title: words.field(name),
    value: writeValue(name === EVENTS ? nameEvents(value, words) : value, words),
  }));
}

function nameEvents(value: unknown, words: DetailWords): unknown {
  return Array.isArray(value) ? value.map((one: unknown) => words.action(String(one))) : value;
}

function writeValue(value: unknown, words: DetailWords): string {
  if (value === null || value === undefined || value === "") {
    return NOTHING;
  }
  if (typeof value === "boolean") {
    return words.yesNo(value);
  }
  if (Array.isArray(value)) {
    const parts = value.map((one: unknown) => writeValue(one, words));
    return parts.length === 0 ? NOTHING : parts.join(value.some(isFields) ? "; " : ", ");
  }
  if (isFields(value)) {
    const parts = listFields(value, words).map((one) => `${one.title} ${one.value}`);
    return parts.length === 0 ? NOTHING : parts.join(", ");
  }
  return writeText(typeof value === "string" ? value : JSON.stringify(value), words);
}

function writeText(text: string, words: DetailWords): string {
  if (MOMENT.test(text)) {
    return words.time(text);
  }
  return CODE.test(text) ? text.replaceAll("_", " ") : text;
}
