import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** A body that a server does not need counts as long if it has more bytes than this. */
const WAITED_BYTES = 64 * 1024;
/** After the answer the client has this time to read it, and may send this many more bytes. */
const LINGER_BYTES = 512 * 1024;
const LINGER_MS = 1_000;
const CHECK_EVERY_MS = 10;

/** Returns true for a body that is longer than WAITED_BYTES or has no stated length. */
export function hasLongBody(headers: IncomingHttpHeaders): boolean {
  return (
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > WAITED_BYTES
  );
}

/** Closes the connection of a long body when its answer was sent before the body was read. */
export function endAfterLongBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasLongBody(request.headers)) {
    return;
  }
  response.once("finish", () => {
    if (request.complete) {
      return;
    }
    const { socket } = request;
    const { bytesRead } = socket;
    let lookedMs = 0;
    // The size is counted at the socket, because the parser discards the rest of the body.
    const timer = setInterval(() => {
      lookedMs += CHECK_EVERY_MS;
      if (request.complete) {
        stop();
      } else if (lookedMs >= LINGER_MS || socket.bytesRead - bytesRead > LINGER_BYTES) {
        socket.destroy();
      }
    }, CHECK_EVERY_MS);
    function stop(): void {
      clearInterval(timer);
      socket.off("close", stop);
    }
    socket.once("close", stop);
  });
}
