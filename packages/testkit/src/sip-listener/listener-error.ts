/** A listener could not do what was asked of it; the message says why. */
export class ListenerError extends Error {
  override name = "ListenerError";
  readonly code = "listener_failed";
}
