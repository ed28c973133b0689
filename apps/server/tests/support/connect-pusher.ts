import pusherModule from "pusher-js";
import { onTestFinished } from "vitest";

import type { TestServer } from "./station-server.ts";

// In Node the module is the constructor itself; its types describe the form that bundlers use.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;
export type PusherClient = InstanceType<typeof PusherClient>;

/** Connects the official client until the test ends, and signs it in at the hub. */
export async function connectPusher(
  server: TestServer,
  headers: Record<string, string>,
  onFrame: (frame: unknown) => void = () => undefined,
): Promise<PusherClient> {
  const client = await connectPlain(server, headers);
  client.connection.bind("message", onFrame);
  client.signin();
  await client.user.signinDonePromise;
  return client;
}

/** Connects the official client until the test ends. It authorises channels without a sign-in. */
export async function connectPlain(
  server: Pick<TestServer, "get" | "url">,
  headers: Record<string, string>,
): Promise<PusherClient> {
  const { realtime } = (await (await server.get("/api/config")).json()) as {
    realtime: { key: string; host: string; port: number; tls: boolean; cluster: string };
  };
  const ask = (path: string) => {
    const endpoint = `${server.url}/api/websocket/${path}`;
    return { transport: "ajax" as const, endpoint, headers };
  };
  const client = new PusherClient(realtime.key, {
    cluster: realtime.cluster,
    wsHost: realtime.host,
    wsPort: realtime.port,
    forceTLS: realtime.tls,
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: ask("auth"),
    userAuthentication: ask("user-auth"),
  });
  onTestFinished(() => client.disconnect());
  return client;
}

/** Resolves with the data of the subscription, or with the status of its refusal. */
export function subscribe(client: PusherClient, name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const channel = client.subscribe(name);
    channel.bind("pusher:subscription_succeeded", (data: unknown) => resolve(data ?? "subscribed"));
    channel.bind("pusher:subscription_error", (error: { status: number }) => resolve(error.status));
  });
}
