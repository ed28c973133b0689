import type { Server } from "node:http";

/**
 * Answers an unknown `Expect` with 417 and closes the connection. Node itself would answer before
 * any of our handlers runs, and continue to read.
 */
export function refuseExpectations<S extends Pick<Server, "on">>(server: S): S {
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, { connection: "close" }).end();
  });
  return server;
}
