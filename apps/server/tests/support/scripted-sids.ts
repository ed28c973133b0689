let sids = 0;

/** A sid that no other of this process has. */
export const aSid = (prefix: string): string =>
  `${prefix}${(sids += 1).toString(16).padStart(32, "0")}`;
