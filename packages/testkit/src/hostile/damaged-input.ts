import fc from "fast-check";

/** Values that have broken other parsers, databases, logs and prototypes. */
const nasties: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "-1",
  "0",
  "65536",
  "4294967296",
  "99999999999999999999",
  "1e309",
  "NaN",
  "%00",
  "%zz",
  "+",
  "../../etc/passwd",
  "\r\n",
  "\r\n\r\n",
  "\u202e\u0000\ufeff",
  "\ud800",
  "é字🎙",
  "x".repeat(3000),
  "<<<>>>",
  '"',
  "\\",
  ";;;;",
  ",".repeat(300),
  "=",
  "::",
  "[::1",
  "@@",
  "' or 1=1 --",
  "__proto__",
  "constructor",
  "2026-13-45T99:99:99Z",
  "00000000-0000-0000-0000-000000000000",
];

/** Text that breaks parsers: control characters, long and empty strings, odd Unicode. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasties),
  fc.string({ unit: "binary", maxLength: 40 }),
);

type Position = (length: number) => number;
type Edit = (text: string) => string;

/** A position in a value whose length is known only later. */
const position: fc.Arbitrary<Position> = fc
  .nat({ max: 1_000_000 })
  .map((n) => (length: number) => (length === 0 ? 0 : n % length));

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  position.map((at) => (text: string) => text.slice(0, at(text.length))),
  position.map((at) => (text: string) => {
    const lines = linesOf(text);
    return lines.toSpliced(at(lines.length), 1).join("");
  }),
  fc.tuple(position, fc.constantFrom(1, 3, 150)).map(([at, times]) => (text: string) => {
    const lines = linesOf(text);
    const index = at(lines.length);
    const again = Array.from({ length: times }, () => lines[index] ?? "");
    return lines.toSpliced(index, 0, ...again).join("");
  }),
  fc.tuple(position, position).map(([from, to]) => (text: string) => {
    const lines = linesOf(text);
    const [line = ""] = lines.splice(from(lines.length), 1);
    return lines.toSpliced(to(lines.length), 0, line).join("");
  }),
  fc.tuple(position, hostileText).map(([at, nasty]) => (text: string) => {
    const words = [...text.matchAll(/[^\s:;=,<>@/"'&?]+/g)];
    const word = words[at(words.length)];
    if (word === undefined) {
      return nasty;
    }
    return text.slice(0, word.index) + nasty + text.slice(word.index + word[0].length);
  }),
  fc.tuple(position, hostileText).map(([at, nasty]) => (text: string) => {
    const index = at(text.length);
    return text.slice(0, index) + nasty + text.slice(index);
  }),
  position.map((at) => (text: string) => {
    const index = at(text.length);
    return text.slice(0, index) + text.slice(index + 1);
  }),
);

/** Returns valid texts (a SIP message, SDP, XML, a query) with one to four faults. */
export function damagedText(...valid: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...valid), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([text, edits]) => edits.reduce((now, apply) => apply(now), text));
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [{ a: nested(depth - 1) }];
}

const nastyJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER,
    1e308,
    [],
    {},
    [[]],
    nested(200),
    JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}'),
    Array.from({ length: 500 }, () => "x"),
  ),
);

type Change = "drop" | "replace" | "wrap" | "add" | "all";

interface Wrong {
  change: Change;
  at: Position;
  key: string;
  value: unknown;
}

const wrong: fc.Arbitrary<Wrong> = fc.record({
  change: fc.constantFrom<Change>("drop", "replace", "replace", "replace", "wrap", "add", "all"),
  at: position,
  key: hostileText,
  value: nastyJson,
});

interface Slot {
  holder: Record<string, unknown>;
  key: string;
}

/** Returns every member of every nested object and array. */
function slotsOf(value: unknown): Slot[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])]);
}

/** Returns a descriptor, which defines even `__proto__` as a member. An assignment would not. */
function asOwn(value: unknown): PropertyDescriptor {
  return {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  };
}

function applyWrong(value: unknown, { change, at, key, value: template }: Wrong): unknown {
  // Without the copy, an object that is inserted twice could contain itself.
  const nasty = structuredClone(template);
  const slots = slotsOf(value);
  const slot = slots[at(slots.length)];
  if (change === "all" || slot === undefined) {
    return nasty;
  }
  if (change === "drop") {
    delete slot.holder[slot.key];
  } else if (change === "wrap") {
    slot.holder[slot.key] = [slot.holder[slot.key]];
  } else if (change === "add") {
    Object.defineProperty(slot.holder, key, asOwn(nasty));
  } else {
    slot.holder[slot.key] = nasty;
  }
  return value;
}

/** Returns valid JSON values with one to three faults. */
export function damagedJson(...valid: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...valid), fc.array(wrong, { minLength: 1, maxLength: 3 }))
    .map(([value, wrongs]) => wrongs.reduce(applyWrong, structuredClone(value)));
}

/**
 * Runs the function for each item, for eight items at the same time. Rejects with the first
 * failure.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  async function worker(): Promise<void> {
    for (const item of waiting) {
      await run(item);
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker));
}
