/** What a caller hears while it rings: frequencies together, and sound and silence in turn. */
export interface RingTone {
  frequenciesHz: readonly number[];
  cadenceMs: readonly number[];
}

const TWICE: readonly number[] = [400, 200, 400, 2000];
const LONG: readonly number[] = [1000, 4000];
function tone(frequenciesHz: readonly number[], cadenceMs = LONG): RingTone {
  return {
    frequenciesHz,
    cadenceMs,
  };
}

export const australianRing = tone([400, 425, 450], TWICE);

/** Of countries by ISO code as TwiML's `ringTone` names them (ITU-T E.180 supplement 2). */
const RING_TONES: ReadonlyMap<string, RingTone> = new Map([
  ...[
    "bg",
    "br",
    "ch",
    "cz",
    "de",
    "dk",
    "ee",
    "fi",
    "gr",
    "it",
    "lt",
    "mx",
    "nl",
    "no",
    "pl",
    "ru",
    "ve",
  ].map((country) => [country, tone([425])] as const),
  ["at", tone([420], [1000, 5000])],
  ["au", australianRing],
  ["be", tone([425], [1000, 3000])],
  ["cl", tone([400], [1000, 3000])],
  ["cn", tone([450])],
  ["es", tone([425], [1500, 3000])],
  ["fr", tone([440], [1500, 3500])],
  ["hu", tone([425], [1250, 3750])],
  ["il", tone([400], [1000, 3000])],
  ["in", tone([375, 400, 425], TWICE)],
  ["jp", tone([384, 416], [1000, 2000])],
  ["my", tone([425], TWICE)],
  ["nz", tone([400, 450], TWICE)],
  ["ph", tone([425, 480])],
  ["pt", tone([425], [1000, 5000])],
  ["se", tone([425], [1000, 5000])],
  ["sg", tone([401, 425, 449], TWICE)],
  ["th", tone([350, 400, 450])],
  ["tw", tone([440, 480], [1000, 2000])],
  ["uk", tone([400, 450], TWICE)],
  ["us", tone([440, 480], [2000, 4000])],
  ["us-old", tone([420, 460], [2000, 4000])],
  ["za", tone([367, 400, 433], TWICE)],
]);

/** Null when we know of no such country. */
export function findRingTone(country: string): RingTone | null {
  return RING_TONES.get(country.toLowerCase()) ?? null;
}
