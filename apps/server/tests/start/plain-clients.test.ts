import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pusherModule, { type Options, type PresenceChannel } from "pusher-js";
import { afterAll, expect, onTestFinished, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { nodeArguments, ring, startStation } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";

// In Node the module is the constructor itself; its types describe the form that bundlers use.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;

const studioHz = 1_200;
const station = await startStation();
const folder = await mkdtemp(join(tmpdir(), "linedesk-plain-"));
const alice = new Browser(station.url);
await alice.signIn("Alice");

let rack: ChildProcess | null = null;
afterAll(async () => {
  rack?.kill("SIGKILL");
  await station.close();
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await alice.fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": await alice.csrfToken() },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function findStation(): Promise<string> {
  const { items } = (await alice.json("/api/station")) as {
    items: { id: string; callSign: string }[];
  };
  return items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
}

async function listCalls(of: string): Promise<Call[]> {
  const path = `/api/twilio/calls/call_list?station=${of}`;
  return ((await alice.json(path)) as { calls: Call[] }).calls;
}

/** Connects as the specification describes: key, host and cluster, and one authorisation. */
async function connectAs(authorize: (form: URLSearchParams) => Promise<Response>) {
  const { realtime } = (await alice.json("/api/config")) as {
    realtime: { key: string; host: string; port: number; tls: boolean; cluster: string };
  };
  const options: Options = {
    cluster: realtime.cluster,
    wsHost: realtime.host,
    wsPort: realtime.port,
    forceTLS: realtime.tls,
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: {
      transport: "ajax",
      endpoint: "",
      customHandler: ({ socketId, channelName }, done) => {
        const form = new URLSearchParams({ socket_id: socketId, channel_name: channelName });
        authorize(form)
          .then((answer) => answer.json())
          .then(
            (right) => done(null, right as { auth: string }),
            (error: unknown) => done(error as Error, null),
          );
      },
    },
  };
  const client = new PusherClient(realtime.key, options);
  onTestFinished(() => client.disconnect());
  return client;
}

async function subscribe(client: InstanceType<typeof PusherClient>, name: string) {
  const channel = client.subscribe(name) as PresenceChannel;
  await new Promise((resolve, reject) => {
    channel.bind("pusher:subscription_succeeded", resolve);
    channel.bind("pusher:subscription_error", reject);
  });
  return channel;
}

function nextOn(channel: PresenceChannel, name: string): Promise<unknown> {
  return new Promise((resolve) => channel.bind(name, resolve));
}

test("[AS126] [RT13] a plain client with a session accepts a caller on the audio server, and its disconnect leaves the caller on hold", async () => {
  const at = await findStation();
  const added = await post(`/admin/${at}/audioServers`, { name: "Plain rack" });
  const { id } = added["server"] as { id: string };
  rack = spawn(process.execPath, nodeArguments("audio-server"), {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      AUDIO_SERVER_STATION: station.url,
      AUDIO_SERVER_DATA: folder,
      AUDIO_SERVER_PAIRING_CODE: String(added["code"]),
      AUDIO_SERVER_LOG_LEVEL: "fatal",
      AUDIO_SERVER_PAGE_PORT: "0",
      AUDIO_SERVER_LINE1: JSON.stringify({ device: { type: "tone", hz: studioHz } }),
    },
  });
  const cookieOnly = await connectAs((body) =>
    alice.fetch("/api/websocket/auth", { method: "POST", body }),
  );
  const line = await subscribe(cookieOnly, `presence-audio-server-${id}-line1`);
  await expect.poll(() => line.members.get(`as-${id}`), { timeout: 30_000 }).toBeTruthy();
  const exchange = { address: station.sip.host, port: station.sip.port };
  const listener = await ring({ exchange, from: "+61491570156", to: "+61255500101" });
  onTestFinished(() => listener.close());
  await listener.answered;
  await expect.poll(async () => (await listCalls(at)).length).toBe(1);
  const [call] = await listCalls(at);
  const own = { callSid: call?.id, number: "+61491570156", type: "inbound", profile: null };

  const connected = nextOn(line, "client-as-accept-connected");
  line.trigger("client-as-accept", { selCall: call?.id, ongoing: own });
  await connected;

  await expect
    .poll(() => listener.toneAmplitude(studioHz), { timeout: 20_000 })
    .toBeGreaterThan(0.01);
  await expect
    .poll(async () => (await listCalls(at))[0]?.desk)
    .toMatchObject({ holder: { name: "Alice", line: "line1" } });
  const over = nextOn(line, "client-as-accept-disconnect");
  line.trigger("client-as-disconnect-all", "all");
  await over;
  await expect
    .poll(async () => (await listCalls(at))[0]?.desk)
    .toMatchObject({ status: "held", unattended: true });
});
