/** One line of the printed table. */
export interface Row {
  name: string;
  value: string;
  /** The limit, or a bare peer's figure of the same run. */
  beside: string;
  /** `null` for a row without a bar. */
  holds: boolean | null;
  /** A row that does not hold fails the run; being slow never does. */
  isRequired?: true;
}

export interface BenchOptions {
  /** About how long each measurement lasts; null leaves it to the bench. */
  seconds: number | null;
  /** The speed of a show relative to real time; `null` leaves it to the bench. */
  lapse?: number | null;
}

/** Measures one thing. Throws when it cannot be measured, never because it is slow. */
export type Bench = (options: BenchOptions) => Promise<Row[]>;

/** A row that only tells. */
export function infoRow(name: string, value: string, beside = ""): Row {
  return {
    name,
    value,
    beside,
    holds: null,
  };
}

/** A row with a limit of its own. */
export function limitRow(name: string, value: string, against: { beside: string; holds: boolean }) {
  return {
    name,
    value,
    ...against,
  };
}

/** A row that proves what the product promises. */
export function requiredRow(
  name: string,
  value: string,
  against: { beside: string; holds: boolean },
): Row {
  return { ...limitRow(name, value, against), isRequired: true };
}
