/** One line of the printed table. */
export interface Row {
  name: string;
  value: string;
  /** The limit, or a bare peer's figure of the same run. */
  beside: string;
  /** `false` means that the limit is missed; a row without a bar has `null`. */
  holds: boolean | null;
  /** A row that does not hold fails the run. Slowness alone never does. */
  isRequired?: true;
}

export interface BenchOptions {
  /** The approximate duration of each measurement. The bench decides where it is `null`. */
  seconds: number | null;
  /** The speed of a show relative to real time. The bench decides where it is `null`. */
  lapse?: number | null;
}

/** Measures one thing. Throws when it cannot be measured, never because it is slow. */
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

/** Returns a row with a limit of its own. */
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
