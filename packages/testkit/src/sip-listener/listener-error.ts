/** A listener could not run a command. The message has the reason. */
export class ListenerError extends Error {
  override name = "ListenerError";
  readonly code = "listener_failed";
}
