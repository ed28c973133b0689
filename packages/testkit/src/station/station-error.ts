/** A station failed a test's request. The message has its output. */
export class StationError extends Error {
  override name = "StationError";
  readonly code = "station_failed";
}
