import { once } from "node:events";
import { createServer as createHttpServer, IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { text } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { ExchangeProxy } from "./exchange-proxy.ts";
import { MountedServices } from "./mounted-services.ts";

function aRequest(url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method: "POST", url });
}

function refuseAll(): never {
  throw new Error("of no use");
}

test("[AP3] an error that a mounted part throws is answered 500, and the server continues", async () => {
  const errors: unknown[] = [];
  const options = { exchangeUrl: "http://127.0.0.1:1", root: "", isOwnOrigin: refuseAll };
  const exchange = new ExchangeProxy({
    ...options,
    resolveClientAddress: refuseAll,
    log: { debug: refuseAll } as never,
  });
  const front = new MountedServices({
    hub: null,
    sso: null,
    exchanges: [exchange],
    onError: (error) => errors.push(error),
  });
  const request = aRequest("/v4/EndpointEvents");
  const response = new ServerResponse(request);
  const socket = new Socket();

  expect(front.handle(request, response)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  front.upgrade(aRequest("/signal"), socket, Buffer.alloc(0));

  expect(response.statusCode).toBe(500);
  expect(socket.destroyed).toBe(true);
  expect(errors).toEqual([new Error("of no use"), new Error("of no use")]);
});

test("[VD65] each exchange gets the signalling and insights below its own root, and no other path", async () => {
  const seen: string[] = [];
  async function anExchange(root: string): Promise<ExchangeProxy> {
    const exchange = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (sent) => {
        seen.push(`${root}: ${String(sent).split(" HTTP", 1)[0]}`);
        socket.end("HTTP/1.1 204 No Content\r\n\r\n");
      });
    });
    exchange.listen(0, "127.0.0.1");
    await once(exchange, "listening");
    onTestFinished(() => void exchange.close());
    const { port } = exchange.address() as AddressInfo;
    return new ExchangeProxy({
      exchangeUrl: `http://127.0.0.1:${port}`,
      root,
      isOwnOrigin: () => true,
      resolveClientAddress: () => "192.0.2.1",
      log: { debug: () => undefined } as never,
    });
  }
  const exchanges = [await anExchange(""), await anExchange("/exchanges/spare")];
  const front = new MountedServices({ hub: null, sso: null, exchanges, onError: refuseAll });
  const server = createHttpServer((request, response) => {
    if (!front.handle(request, response)) {
      response.writeHead(404).end();
    }
  });
  server.on("upgrade", (request, socket, head) => front.upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  async function upgrade(path: string): Promise<string> {
    const client = connect(port, "127.0.0.1");
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`);
    return (await text(client)).split(" ")[1] ?? "";
  }
  const post = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST" })).status;

  const upgrades = [
    await upgrade("/signal"),
    await upgrade("/exchanges/spare/signal"),
    await upgrade("/exchanges/other/signal"),
    await upgrade("/exchanges/spare/2010-04-01/Accounts.json"),
  ];
  const posts = [
    await post("/exchanges/spare/v4/EndpointEvents"),
    await post("/exchanges/spare/health"),
    await post("/exchanges/spare/signal"),
  ];

  expect(upgrades).toEqual(["204", "204", "404", "404"]);
  expect(posts).toEqual([204, 404, 404]);
  expect(seen).toEqual([
    ": GET /signal",
    "/exchanges/spare: GET /signal",
    "/exchanges/spare: POST /v4/EndpointEvents",
  ]);
});
