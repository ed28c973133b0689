import { once } from "node:events";
import type { AddressInfo } from "node:net";

import type Pusher from "pusher";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

import { measureRoundTrip } from "./measure-round-trip.ts";

let service: WebSocketServer;
const sockets: WebSocket[] = [];

beforeEach(async () => {
  service = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(service, "listening");
});

afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.terminate());
  service.close();
});

test("a service that does not know `pusher:signin` carries events like any other", async () => {
  const channels: string[] = [];
  function send(event: string, channel: string | undefined, data: object): void {
    sockets[0]?.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
  }
  service.on("connection", (socket) => {
    sockets.push(socket);
    send("pusher:connection_established", undefined, { socket_id: "1.2" });
    socket.on("message", (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as {
        event: string;
        data: { channel: string };
      };
      if (event === "pusher:subscribe") {
        channels.push(data.channel);
        send("pusher_internal:subscription_succeeded", data.channel, {});
      } else {
        send("pusher:error", undefined, { code: null, message: `Unknown event ${event}` });
      }
    });
  });

  const ms = await measureRoundTrip({
    url: `ws://127.0.0.1:${(service.address() as AddressInfo).port}/app/key`,
    origin: "http://127.0.0.1",
    key: "key",
    secret: "secret",
    pusher: {
      trigger: async (channel: string, event: string) => send(event, channel, {}),
    } as unknown as Pick<Pusher, "trigger">,
    timeoutMs: 5_000,
  });

  expect(ms).toBeGreaterThanOrEqual(0);
  expect(channels).toEqual([expect.stringMatching(/^presence-doctor-/)]);
});
