import type { Station } from "./stations.ts";

/**
 * Returns the station that the person chose, otherwise the person's only station. Returns `null`
 * for a person with several stations and no choice.
 */
export function chooseOwnStation(
  stations: readonly Station[],
  chosen: string | null,
): Station | null {
  const [only, another] = stations;
  const one = stations.find(({ id }) => id === chosen);
  return one ?? (another === undefined ? only : undefined) ?? null;
}
