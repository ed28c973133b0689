import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { takeUpgrades } from "./take-upgrades.ts";

const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const upgrade = "GET /s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";

async function aServer(answer: string | Buffer) {
  const taken: string[] = [];
  const server = createServer((_request, response) => response.end(answer));
  takeUpgrades(server, (request, socket) => {
    taken.push(request.url ?? "");
    socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const served = once(server, "connection");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [socket] = (await served) as [Socket];
  return { client, socket, taken };
}

test("an upgrade after an answer that is not read ends the connection", async () => {
  const { client, socket, taken } = await aServer(Buffer.alloc(16 * 1024 * 1024));
  client.pause();

  client.write(get + get + upgrade);
  await once(socket, "close");

  expect(taken).toEqual([]);
});

test("an upgrade after a complete answer is accepted", async () => {
  const { client, taken } = await aServer("served");
  let text = "";
  client.on("data", (data: Buffer) => (text += data.toString()));

  client.write(get);
  await expect.poll(() => text).toContain("served");
  client.write(upgrade);
  await expect.poll(() => text).toContain("101 Switching");

  expect(taken).toEqual(["/s"]);
});
