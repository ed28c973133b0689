/** One line of the printed table. */
export interface Row {
  name: string;
  value: string;
  /** The limit, or the figure of a bare peer in the same run. */
  beside: string;
  /** `false` means that the limit is missed; `null` that the row has no limit. */
  holds: boolean | null;
  /** If this row misses its limit, the run fails. A slow result never fails it. */
  isRequired?: true;
}

export interface BenchOptions {
  /** The approximate duration of each measurement; with `null` the bench decides. */
  seconds: number | null;
  /** The speed of a show relative to real time; with `null` the bench decides. */
  lapse?: number | null;
  /** The parts that are measured; with `null` all of them. */
  parts?: readonly string[] | null;
  /** The seed of everything that is random; with `null` the bench chooses one and prints it. */
  seed?: number | null;
}

/** Measures one subject. Throws when the figure cannot be measured, but not because it is slow. */
export type Bench = (options: BenchOptions) => Promise<Row[]>;

/** Returns a row without a limit. */
export function infoRow(name: string, value: string, beside = ""): Row {
  return {
    name,
    value,
    beside,
    holds: null,
  };
}

/** Returns a row with a limit. */
export function limitRow(name: string, value: string, against: { beside: string; holds: boolean }) {
  return {
    name,
    value,
    ...against,
  };
}

/** Returns a row that proves a promise of the product. */
export function requiredRow(
  name: string,
  value: string,
  against: { beside: string; holds: boolean },
): Row {
  return { ...limitRow(name, value, against), isRequired: true };
}
