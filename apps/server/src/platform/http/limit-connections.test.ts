import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { limitConnections, createAddressPool, MOST_CONNECTIONS } from "./limit-connections.ts";

async function aServer(isFree: boolean) {
  const server = createServer((_request, response) => response.end("here"));
  limitConnections(server, { perNetwork: 2, isFree: () => isFree });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  function open(): Socket {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  }
  async function isServed(socket: Socket): Promise<boolean> {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return Promise.race([
      once(socket, "data").then(() => true),
      once(socket, "close").then(() => false),
    ]);
  }
  return { open, isServed };
}

test("[AP68] a network has a limited number of connections, and may open a new one when one ends", async () => {
  const { open, isServed } = await aServer(false);
  const [first, second] = [open(), open()];
  expect([await isServed(first), await isServed(second)]).toEqual([true, true]);

  expect(await isServed(open())).toBe(false);
  first.destroy();
  await expect.poll(() => isServed(open())).toBe(true);
});

test("[AP68] exempt networks are not counted", async () => {
  const { open, isServed } = await aServer(true);

  for (let index = 0; index < 4; index += 1) {
    expect(await isServed(open())).toBe(true);
  }
});

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["10.1.2.3", true],
  ["203.0.113.9", false],
  ["2001:db8::1", false],
])("[AP68] with trusted proxies in 10.0.0.0/8, %s is exempt: %s", (address, isFree) => {
  expect(createAddressPool(["10.0.0.0/8"])(address)).toBe(isFree);
  expect(MOST_CONNECTIONS).toBe(500);
});
