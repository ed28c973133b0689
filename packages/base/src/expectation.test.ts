import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { refuseExpectations } from "./expectation.ts";

test("[AP60] an unknown expectation is refused and ends its connection", async () => {
  const server = refuseExpectations(createServer((_request, response) => response.end("served")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString()));
  socket.on("error", () => undefined);

  const head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 900000000\r\n\r\n";
  socket.write(`${head}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise((resolve) => socket.on("close", resolve));

  expect(text).toMatch(/^HTTP\/1\.1 417 /);
  expect(text).not.toContain("served");
});
