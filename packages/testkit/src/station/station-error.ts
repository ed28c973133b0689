/** A station could not do what a test requested. The message contains its output. */
export class StationError extends Error {
  override name = "StationError";
  readonly code = "station_failed";
}
