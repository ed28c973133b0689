import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import type { Logger } from "../logger.ts";

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Tells a person what to do, in both languages, because the request's language was not read. */
const TOO_LARGE = `<!doctype html>
<meta charset="utf-8">
<title>Linedesk</title>
<p>The browser sent more than ${maxHeaderSize / 1024} KB of headers, mostly cookies. Delete the cookies of this address, then load the page again.</p>
<p lang="de">Der Browser hat mehr als ${maxHeaderSize / 1024} KB Kopfzeilen gesendet, meist Cookies. Löschen Sie die Cookies dieser Adresse und laden Sie die Seite neu.</p>
`;

/** Answers a request that Node could not read, and ends its connection. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  log: Logger,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) {
    return;
  }
  const status = statuses[error.code ?? ""] ?? 400;
  const address = socket.remoteAddress ?? null;
  log.info({ address, code: error.code, status }, "request not readable");
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = status === 431 ? TOO_LARGE : "";
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: text/html; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Content-Security-Policy: default-src 'none'",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
