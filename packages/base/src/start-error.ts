/** Linedesk's exchange cannot start. The message is the reason, for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code = "start";

  /** Returns the error of a port on which the exchange cannot listen; it names port and setting. */
  static from(error: unknown, { setting, port }: { setting: string; port: number }): StartError {
    const cause = findSystemCode(error);
    const advice = `Choose another port with ${setting}.`;
    const message =
      cause === "EADDRINUSE"
        ? `Port ${port} (${setting}) is in use. ${advice}`
        : cause === "EACCES"
          ? `Port ${port} (${setting}) is not allowed for this user. ${advice}`
          : `The exchange cannot listen on port ${port} (${setting}): ${String(error)}.`;
    return new StartError(message, { cause: error });
  }
}

/** Returns the first system code in the chain of causes, such as `EADDRINUSE`. */
function findSystemCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("E")) {
      return at.code;
    }
  }
  return null;
}
