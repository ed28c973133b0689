import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { endAfterLongBody, hasLongBody } from "./long-body.ts";

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    endAfterLongBody(request, response);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a head, then pieces until the connection closes; returns the answer and bytes sent. */
async function send(port: number, head: string, piece: string) {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let sent = 0;
  socket.on("data", (data: Buffer) => (text += data.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  function more(): void {
    if (piece === "" || socket.destroyed) {
      return;
    }
    sent += piece.length;
    if (socket.write(piece)) {
      setImmediate(more);
    } else {
      socket.once("drain", more);
    }
  }
  more();
  // `once` would treat the reset as a failure.
  await new Promise((resolve) => socket.on("close", resolve));
  return { text, sent };
}

test.each([
  ["in chunks without end", "Transfer-Encoding: chunked", `ff\r\n${"x".repeat(255)}\r\n`],
  ["of 50 MB", "Content-Length: 50000000", "x".repeat(1000)],
  ["of 50 MB of which nothing is sent", "Content-Length: 50000000", ""],
])("[AP60] after the answer to a body %s the connection is closed", async (_what, head, piece) => {
  const port = await serve((_request, response) => response.writeHead(404).end());

  const { text, sent } = await send(port, head, piece);

  expect(text).toMatch(/^HTTP\/1\.1 404 /);
  // The limit includes the bytes that the system buffers between client and server.
  expect(sent).toBeLessThan(20_000_000);
});

test("[AP60] the connection stays open after a body that is read to its end, and after a short body", async () => {
  const port = await serve((request, response) => {
    request.resume();
    request.on("end", () => response.end("read"));
  });

  for (const length of [10, 200_000]) {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      body: "x".repeat(length),
    });
    expect([await answer.text(), answer.headers.get("connection")]).toEqual(["read", "keep-alive"]);
  }
  expect(hasLongBody({ "content-length": "65536" })).toBe(false);
  expect(hasLongBody({ "content-length": "65537" })).toBe(true);
});
