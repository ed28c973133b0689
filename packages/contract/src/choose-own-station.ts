import type { Station } from "./stations.ts";

/** The one of a person's stations that they have chosen, else their only one; null: undecided. */
export function chooseOwnStation(
  stations: readonly Station[],
  chosen: string | null,
): Station | null {
  const [only, another] = stations;
  const one = stations.find(({ id }) => id === chosen);
  return one ?? (another === undefined ? only : undefined) ?? null;
}
