/** Work for this many items uses a small part of the database connections. */
const AT_ONCE = 6;

/** Runs the work for all items, a few at the same time. */
export async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  }
}
