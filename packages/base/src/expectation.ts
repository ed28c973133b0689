import type { Server } from "node:http";

/**
 * Answers an `Expect` that is not known with 417 and ends the connection. Node would answer it by
 * itself, before anything of ours is asked, and read on.
 */
export function refuseExpectations<S extends Pick<Server, "on">>(server: S): S {
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, { connection: "close" }).end();
  });
  return server;
}
