import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";

const relays = z.array(
  z.object({ urls: z.string(), username: z.string(), credential: z.string() }),
);
const secret = "a-secret-that-two-servers-share";
let folder = "";
let relay: ChildProcess;
let log = "";
let booted: BootedExchange;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-relay-"));
  const port = await freePort();
  relay = spawn("turnserver", [
    "-n",
    "--no-cli",
    "--no-tls",
    "--no-dtls",
    "--verbose",
    "--allow-loopback-peers",
    "--listening-ip=127.0.0.1",
    `--listening-port=${port}`,
    "--relay-ip=127.0.0.1",
    "--use-auth-secret",
    `--static-auth-secret=${secret}`,
    "--realm=linedesk",
    `--userdb=${join(folder, "db")}`,
    `--pidfile=${join(folder, "pid")}`,
    "--log-file=stdout",
  ]);
  const keep = (chunk: Buffer) => (log = (log + chunk.toString()).slice(-200_000));
  relay.stdout?.on("data", keep);
  relay.stderr?.on("data", keep);
  const urls = [`turn:127.0.0.1:${port}?transport=udp`];
  const media = { host: "127.0.0.1", ports: null, advertised: null, relays: { urls, secret } };
  booted = await BootedExchange.start({}, { media });
  booted.web.answer("/voice", "<Dial><Conference beep='false'>studio</Conference></Dial>");
  await eventually(
    async () => log,
    (text) => text.includes(`:${port}`),
    15_000,
  );
});
afterAll(async () => {
  await booted?.close();
  const ended = new Promise((resolve) => relay.once("exit", resolve));
  if (relay.exitCode === null && relay.kill("SIGKILL")) await ended;
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

it("[XM73] a browser that has nothing but the relay is heard and hears", async () => {
  const { iceServers: told, ttl, username } = await booted.rest.tokens.create({ ttl: 3600 });
  const iceServers = relays.parse(told);
  expect(ttl).toBe("3600");
  expect(Number(username.split(":")[0])).toBeGreaterThan(Date.now() / 1000 + 3000);
  const [alice, bob] = [await booted.device("alice"), await booted.device("bob")];
  await alice.say(440);
  await bob.say(1000);

  const near = await bob.connect();
  await near.waitFor("accept");
  const far = await alice.connect({
    rtcConfiguration: { iceServers, iceTransportPolicy: "relay" },
  });
  await far.waitFor("accept");

  await far.hears(1000);
  await near.hears(440);
  expect(log).toMatch(/ALLOCATE processed, success/);
  await booted.endClients();
});

it("[XM73] the relay refuses a login that has run out, and one that we did not give", async () => {
  const token = await booted.rest.tokens.create({ ttl: 60 });
  const forged = relays.parse(token.iceServers).map((one) => ({ ...one, username: "1:linedesk" }));
  const carla = await booted.device("carla");
  const before = log.length;

  const call = await carla.connect({
    rtcConfiguration: { iceServers: forged, iceTransportPolicy: "relay" },
  });

  await eventually(
    async () => log.slice(Math.min(before, log.length)),
    (text) => /(?:401|check_stun_auth|cannot find credentials|Unauthorized)/i.test(text),
    15_000,
  );
  expect(log.slice(before)).not.toMatch(/ALLOCATE processed, success/);
  await call.disconnect();
  await booted.endClients();
});
