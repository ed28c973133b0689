/** The reason why the exchange cannot start, in one sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly code = "start";

  /** If a port is the cause, names the port and its setting. */
  static from(error: unknown, { setting, port }: { setting: string; port: number }): StartError {
    const cause = findSystemCode(error);
    const reason =
      cause === "EADDRINUSE"
        ? `Port ${port} (${setting}) is in use`
        : cause === "EACCES"
          ? `Port ${port} (${setting}) is not allowed for this user`
          : `The exchange cannot listen on port ${port} (${setting}): ${String(error)}`;
    return new StartError(`${reason}. Choose another port with ${setting}.`, { cause: error });
  }
}

/** Returns the system's code, anywhere in the chain of causes. */
function findSystemCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("E")) {
      return at.code;
    }
  }
  return null;
}
