import { createServer, type Server } from "node:http";
import { connect } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { RestAnswer } from "./rest-request.ts";
import { serveRest } from "./serve-rest.ts";

let server: Server;
let port: number;
let served: Promise<void>[];
let paths: string[];
let refusal: RestAnswer | null;

beforeEach(async () => {
  served = [];
  paths = [];
  refusal = null;
  server = createServer((request, response) => {
    async function handle({ path }: { path: string }) {
      paths.push(path);
      return { status: 200, body: {} };
    }
    const refuse = () => refusal;
    served.push(serveRest(request, response, { maxBytes: 10, refuse, handle }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends bytes and returns the answer. With `isCut` the client then disconnects after 20 ms. */
function send(text: string, isCut = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
    socket.write(text, () => isCut && setTimeout(() => socket.destroy(), 20));
  });
}

test.each(["//", "//[", "/apps/1//events", "/%zz"])(
  "[HB27] a request for the invalid path %s reaches the handler",
  async (path) => {
    const answer = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(paths).toEqual([path]);
  },
);

test("[HB20] a client that sends too large a body is answered 413 and disconnected", async () => {
  const answer = await send(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${"x".repeat(50)}`,
  );

  expect(answer).toMatch(/^HTTP\/1.1 413/);
});

test("[HB23] a request that is refused by its head or its length is answered before its body arrives", async () => {
  const head = "POST / HTTP/1.1\r\nHost: x\r\n";
  expect(await send(`${head}Content-Length: 11\r\n\r\n`)).toMatch(/^HTTP\/1.1 413/);

  refusal = { status: 401, body: { error: "Invalid signature" } };
  for (const length of ["Content-Length: 9", "Transfer-Encoding: chunked"]) {
    expect(await send(`${head}${length}\r\n\r\n`)).toMatch(/^HTTP\/1.1 401/);
  }
  expect(paths).toEqual([]);
});

test("[HB27] a client that disconnects during its body has no effect", async () => {
  await send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab", true);

  expect(await Promise.all(served)).toEqual([undefined]);
  expect(paths).toEqual([]);
});
