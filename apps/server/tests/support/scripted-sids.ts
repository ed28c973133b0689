let sids = 0;

export function aSid(prefix: string): string {
  return `${prefix}${(sids += 1).toString(16).padStart(32, "0")}`;
}
