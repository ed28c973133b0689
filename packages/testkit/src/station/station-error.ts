/** A station did not do what a test needs; the message holds what it said. */
export class StationError extends Error {
  override name = "StationError";
  readonly code = "station_failed";
}
