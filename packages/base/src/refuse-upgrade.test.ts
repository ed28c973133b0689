import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { refuseUpgrade } from "./refuse-upgrade.ts";

const upgrade = "GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";

/** Connects a client that never closes, and returns the server's socket of the refused upgrade. */
async function refused(text: string, answer = Buffer.alloc(0)) {
  const server = createServer((_request, response) => response.end(answer));
  const upgraded = new Promise<Socket>((resolve) =>
    server.on("upgrade", (_request, socket: Socket) => {
      refuseUpgrade(socket, "403 Forbidden");
      resolve(socket);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write(text);
  return { client, socket: await upgraded };
}

test("a refused upgrade gets the status, and no half of the connection stays open", async () => {
  const { client, socket } = await refused(upgrade);
  let text = "";
  client.on("data", (data: Buffer) => (text += data.toString()));

  await Promise.all([once(socket, "close"), once(client, "end")]);

  expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
});

test("a refused upgrade ends the connection even if the client has not read an earlier answer", async () => {
  const big = Buffer.alloc(16 * 1024 * 1024);
  const { client, socket } = await refused(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${upgrade}`, big);
  client.pause();

  await once(socket, "close");

  expect(socket.destroyed).toBe(true);
});
