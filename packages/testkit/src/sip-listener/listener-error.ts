/** A listener could not run a command. The message contains the reason. */
export class ListenerError extends Error {
  override name = "ListenerError";
  readonly code = "listener_failed";
}
