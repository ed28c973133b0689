import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { expect, test } from "vitest";

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
  const options = { exchangeUrl: "http://127.0.0.1:1", isOwnOrigin: refuseAll };
  const exchange = new ExchangeProxy({
    ...options,
    resolveClientAddress: refuseAll,
    log: { debug: refuseAll } as never,
  });
  const front = new MountedServices({
    hub: null,
    sso: null,
    exchange,
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
