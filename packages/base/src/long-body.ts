import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** Of a body that nobody asks for no more than this is waited for. */
const WAITED_BYTES = 64 * 1024;
/** Whoever has been answered may read the answer while they send so much more, for so long. */
const LINGER_BYTES = 512 * 1024;
const LINGER_MS = 1_000;
const LOOK_EVERY_MS = 10;

/** Whether a body is longer than is waited for; one of no told length has no end. */
export function hasLongBody(headers: IncomingHttpHeaders): boolean {
  return (
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > WAITED_BYTES
  );
}

/** Ends the connection of a long body that was answered before it was read. */
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
    // The parser throws the rest of the body away, so that the request has no data to count.
    const timer = setInterval(() => {
      lookedMs += LOOK_EVERY_MS;
      if (request.complete) {
        stop();
      } else if (lookedMs >= LINGER_MS || socket.bytesRead - bytesRead > LINGER_BYTES) {
        socket.destroy();
      }
    }, LOOK_EVERY_MS);
    function stop(): void {
      clearInterval(timer);
      socket.off("close", stop);
    }
    socket.once("close", stop);
  });
}
