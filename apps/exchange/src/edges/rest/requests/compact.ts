type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

export type Compact<T> = Omit<T, OptionalKeys<T>> & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Removes undefined values, so that only the parameters that were sent remain. */
export function compact<T extends object>(value: T): Compact<T> {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries) as Compact<T>;
}
