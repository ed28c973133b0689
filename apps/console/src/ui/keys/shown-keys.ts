/** Letters, digits and signs, alone or with Shift, as people read them. */
const SINGLE_KEY = /^(?:Shift )?[A-Z0-9?/]$/i;

/** The keys that work, of `↑ or K`; null where none does [KY18]. */
export function shownKeys(keys: string, singleKeys: boolean): string | null {
  const shown = keys.split(" or ").filter((one) => singleKeys || !SINGLE_KEY.test(one));
  return shown.length === 0 ? null : shown.join(" or ");
}
