/**
 * Returns the new choice. An empty list means all stations; `null` means that the last station
 * stays.
 */
export function toggleCallStation(
  mine: readonly string[],
  callStations: readonly string[],
  station: string,
): string[] | null {
  const isChosen = (id: string) => callStations.length === 0 || callStations.includes(id);
  const after = mine.filter((id) => (id === station ? !isChosen(id) : isChosen(id)));
  if (after.length === 0) {
    return null;
  }
  return after.length === mine.length ? [] : after;
}
