import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { sine, writeWav } from "@linedesk/audio";
import { findFreePort } from "@linedesk/base";
import { ring, type SipListener } from "@linedesk/testkit";
import { clockJumps } from "./support/clock-jumps.ts";
import { ConsolePeer } from "./support/console-peer.ts";
import { DaemonProcess, type DaemonState } from "./support/daemon-process.ts";
import { NotifySocket } from "./support/notify-socket.ts";
import { playedShare } from "./support/played-share.ts";
import { number, pairing, StudioStation } from "./support/studio-station.ts";
import { until } from "./support/until.ts";

const listenerHz = 440;
const studioHz = 1_000;
const rate = 48_000;
let station: StudioStation;
let folder: string;
let output: string;
let daemon: DaemonProcess;
let desk: ConsolePeer;
let environment: Record<string, string>;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  station = await StudioStation.open();
  folder = await mkdtemp(join(tmpdir(), "linedesk-audio-server-test-"));
  const input = join(folder, "studio.wav");
  output = join(folder, "air.wav");
  const tone = { frequenciesHz: [studioHz], durationMs: 1000, amplitude: 0.3, sampleRate: rate };
  await writeFile(input, writeWav(sine(tone), rate));
  environment = {
    ...clockJumps,
    AUDIO_SERVER_STATION: station.url,
    AUDIO_SERVER_DATA: join(folder, "data"),
    AUDIO_SERVER_GPIO_PORT: "0",
    AUDIO_SERVER_LINE1: JSON.stringify({ device: { type: "file", input, output } }),
  };
});
afterAll(async () => {
  desk?.close();
  for (const close of closers) {
    await close();
  }
  await daemon?.kill();
  await station?.close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(): Promise<SipListener> {
  const listener = await ring({ exchange: station.sip, from: "+61491570006", to: number });
  closers.push(() => listener.close());
  listener.say(listenerHz);
  await listener.answered;
  return listener;
}

function accept(requestId: string, claim: string): object {
  const ongoing = { callSid: "CA1", number: null, type: "inbound", profile: null };
  return { requestId, claim, selCall: randomUUID(), ongoing };
}

async function readState(): Promise<DaemonState> {
  return (await (await daemon.get("/state")).json()) as DaemonState;
}

test("[AS42] an unpaired audio server reports where to get a code, exchanges it once, and then starts with its stored key", async () => {
  await expect(DaemonProcess.start(environment)).rejects.toThrow(
    "This audio server is not paired. Add a code in the admin area",
  );
  await expect(DaemonProcess.pair(environment, "WRONG-ONE")).rejects.toThrow(
    "The station refused /audioServers/pair: No such pairing code.",
  );
  const nowhere = { ...environment, AUDIO_SERVER_DATA: "/dev/null/data" };
  await expect(DaemonProcess.pair(nowhere, pairing.code)).rejects.toThrow(
    /^A key could not be stored in \/dev\/null\/data: .* The code was not used\.$/,
  );

  const output = await DaemonProcess.pair(environment, pairing.code);
  expect(output).toContain(`Paired as ${pairing.id}. Start the audio server now`);
  daemon = await DaemonProcess.start(environment);
  const again = { ...environment, AUDIO_SERVER_PAGE_PORT: String(daemon.pagePort) };
  await expect(DaemonProcess.pair(again, "WRONG-ONE")).rejects.toThrow("No such pairing code.");
  await expect(DaemonProcess.start(again)).rejects.toThrow(
    /^The audio server cannot listen: .* If another program uses the port, stop it\.$/,
  );

  expect(await readFile(join(folder, "data", "credentials.json"), "utf8")).toContain(pairing.id);
});

test("[AS66] the page shows an unreachable or refusing station, and the audio server connects when the station accepts it", async () => {
  const port = await findFreePort();
  const early = await DaemonProcess.start({
    ...environment,
    AUDIO_SERVER_STATION: `http://127.0.0.1:${port}`,
    AUDIO_SERVER_LINE1: "{}",
  });
  closers.push(() => early.kill());
  const page = await (await early.get("/")).text();
  expect(page).toContain(`The station at http://127.0.0.1:${port} cannot be reached.`);
  expect((await early.get("/health")).status).toBe(503);

  station.isKeyRevoked = true;
  const proxy = await station.listenAlso(port);
  closers.push(() => proxy.close());
  await until("the refusal is shown", async () =>
    (await (await early.get("/")).text()).includes("Sign in first."),
  );
  station.isKeyRevoked = false;
  await until("both lines are reached", async () => (await early.get("/health")).ok);
  await early.kill();
});

test("[AS65] systemd's notify socket gets READY and then WATCHDOG, and nothing more from a hung process", async () => {
  const socket = new NotifySocket(join(folder, "notify"));
  closers.push(() => socket.close());
  const period = { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: "1000000" };
  const watched = await DaemonProcess.start({ ...environment, ...period });
  closers.push(() => watched.kill());
  const texts: string[] = [];
  await until("the event loop runs", () => {
    texts.push(...socket.read());
    return texts.filter((text) => text === "WATCHDOG=1").length >= 3;
  });
  expect(texts[0]).toBe("READY=1");

  watched.signal("SIGSTOP");
  const silence = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return socket.read().length === 0;
  };
  await until("the hung process sends nothing", silence);
  await watched.kill();
});

test("[AS42] [AS92] a killed audio server starts again with its stored key, log and lines", async () => {
  const data = join(folder, "data");
  const killed = await DaemonProcess.start({ ...environment, AUDIO_SERVER_LOG_LEVEL: "info" });
  await killed.kill("SIGKILL");

  const again = await DaemonProcess.start({ ...environment, AUDIO_SERVER_LOG_LEVEL: "info" });
  await until("both lines are reached", async () => (await again.get("/health")).ok);

  const log = await readFile(join(data, "log", "audio-server.log"), "utf8");
  expect(log.match(/audio server paired/g)).toHaveLength(2);
  expect(log).toContain(pairing.id);
  expect(log).not.toContain(pairing.key);
  await again.kill();
});

test("[AS92] a full disk ends neither the program nor its lines", async () => {
  const data = join(folder, "full");
  await cp(join(folder, "data"), data, { recursive: true });
  await rm(join(data, "log"), { recursive: true, force: true });
  await mkdir(join(data, "log"));
  await symlink("/dev/full", join(data, "log", "audio-server.log"));
  const full = await DaemonProcess.start({
    ...environment,
    AUDIO_SERVER_DATA: data,
    AUDIO_SERVER_LOG_LEVEL: "info",
    AUDIO_SERVER_LINE1: JSON.stringify({ device: { type: "file", output: "/dev/full" } }),
  });
  closers.push(() => full.kill());

  await until("the line's file is refused", async () => {
    const { lines } = (await (await full.get("/state")).json()) as { lines: { device: string }[] };
    return lines[0]?.device.includes("no space left") === true;
  });
  const other = new ConsolePeer(station, "line2", { kind: "operator", name: "Alice" });
  closers.push(() => other.close());
  await other.ready();
  expect((await other.poll()).data).toMatchObject({ line: "line2", state: "idle" });
  await full.kill();
});

test("[AS6] [AS9] a poll is answered with line, state, version and levels", async () => {
  desk = new ConsolePeer(station, "line1", { kind: "operator", name: "Alice" });
  await desk.ready();

  const { data } = await desk.poll();

  expect(data).toMatchObject({ line: "line1", state: "idle", version: "0.1.0", user: null });
  expect(data["levels"]).toEqual({ inputDb: expect.any(Number), outputDb: expect.any(Number) });
  const authorised = station.requests.find(({ path }) => path === "/api/websocket/auth");
  expect(authorised?.authorization).toBe(`Bearer ${pairing.key}`);
});

test("[AS18] [AS25] [AS60] [AS64] a call has sound both ways, mute and digits, is replaced by the next call, and is ended", async () => {
  const listener = await listen();
  const [requestId, claim] = [randomUUID(), randomUUID()];
  const connected = desk.next("client-as-accept-connected", { requestId });
  desk.send("client-as-accept", accept(requestId, claim));

  expect((await connected).data["callSid"]).toMatch(/^CA[0-9a-f]{32}$/);
  expect(station.claims.at(-1)).toBe(claim);
  expect(station.identities.at(-1)).toBe(`client:as-${pairing.id}-line1`);
  await until("the listener receives the studio", () => listener.toneAmplitude(studioHz) > 0.03);
  await until("the studio plays a tone", async () => (await playedShare(output, listenerHz)) > 0.5);
  await until("the line sends its status during the call", () =>
    desk.received.some(({ name, data: { quality } }) => {
      return name === "client-as-status-res" && typeof quality === "object" && quality !== null;
    }),
  );
  await until("the levels are those of the sound", async () => {
    const { data } = await desk.poll();
    expect(data).toMatchObject({ state: "connected", user: desk.user, request: requestId });
    const levels = data["levels"] as { inputDb: number; outputDb: number };
    return levels.inputDb > -20 && levels.outputDb > -40;
  });

  const refused = desk.next("client-as-refused");
  desk.send("client-as-dial", { requestId: randomUUID(), number: "x" });
  expect((await refused).data["message"]).toContain("Digits are");
  desk.send("client-as-mute", { requestId: randomUUID(), muted: true });
  await until("the studio is muted", () => listener.toneAmplitude(studioHz) < 0.01);

  const nextId = randomUUID();
  const gone = desk.next("client-as-accept-disconnect", { requestId });
  const again = desk.next("client-as-accept-connected", { requestId: nextId });
  desk.send("client-as-accept", accept(nextId, station.digitsClaim));
  expect((await gone).data["reason"]).toBe("Another call was connected.");
  await again;
  desk.send("client-as-dial", { requestId: randomUUID(), number: "45" });
  await until("the digits came", () => station.digits === "45");
  await until("the studio is received again", () => listener.toneAmplitude(studioHz) > 0.03);

  const over = desk.next("client-as-accept-disconnect", { requestId: nextId });
  desk.send("client-as-disconnect-all", { requestId: randomUUID() });
  expect((await over).data["reason"]).toBe("Ended by Alice.");
  expect((await desk.poll()).data).toMatchObject({ state: "idle", user: null });
  await listener.hangUp();
});

test("[AS24] a request of a person whom the server did not sign as an operator is refused with the reason", async () => {
  const other = new ConsolePeer(station, "line1", { kind: "guest", name: "Mallory" });
  closers.push(() => other.close());
  await other.ready();
  const requestId = randomUUID();
  const error = other.next("client-as-accept-error", { requestId });

  other.send("client-as-accept", accept(requestId, randomUUID()));

  expect((await error).data["message"]).toBe("You may not use this audio server.");
});

test("[AS66] [AS46] a clock jump and a restart of the hub leave the call unchanged, and the line subscribes to the new hub", async () => {
  const listener = await listen();
  const requestId = randomUUID();
  const connected = desk.next("client-as-accept-connected", { requestId });
  desk.send("client-as-accept", accept(requestId, randomUUID()));
  await connected;
  await until("the listener receives the studio", () => listener.toneAmplitude(studioHz) > 0.03);

  for (const _ of ["an hour ahead", "an hour behind"]) {
    const before = await readState();
    daemon.signal("SIGUSR2");
    await until("the call continues for two seconds", async () => {
      return (await readState()).uptimeS >= before.uptimeS + 2;
    });
    const { lines, faultsTotal } = await readState();
    expect(faultsTotal).toBe(before.faultsTotal);
    expect(lines[0]).toMatchObject({ state: "connected", isOnChannel: true, isDeviceOpen: true });
    await until("the latency is as before", async () => {
      return ((await readState()).lines[0]?.toStudio.latencyMs ?? Infinity) < 80;
    });
    await until("the call still has sound", () => listener.toneAmplitude(studioHz) > 0.03);
  }

  await station.closeHub();
  await until("the call continues without the hub", () => listener.toneAmplitude(studioHz) > 0.03);
  station.openHub();

  const { data } = await desk.poll();
  expect(data).toMatchObject({ state: "connected", request: requestId });
  await until("the call still has sound", () => listener.toneAmplitude(studioHz) > 0.03);
  const over = desk.next("client-as-accept-disconnect", { requestId });
  desk.send("client-as-disconnect-all", { requestId: randomUUID() });
  await over;
  await listener.hangUp();
});

test("[AS56] [AS57] [AS99] [AU63] page, JSON, health and metrics show the lines and accept no commands", async () => {
  const page = await (await daemon.get("/")).text();
  const state = await (await daemon.get("/state")).json();
  const metrics = await (await daemon.get("/metrics")).text();

  expect(page).toContain("Line 1");
  expect(page).toContain("no sound device: from");
  expect(page).toContain("<meter");
  expect(page).toMatch(/waits \d+ ms for late packets, and was concealed \d+ times/);
  expect(page).toContain("Last errors");
  expect(state).toMatchObject({
    hub: "connected",
    lines: [
      {
        name: "line1",
        isOnChannel: true,
        isDeviceOpen: true,
        fromStudio: { latencyMs: expect.any(Number), driftPpm: expect.any(Number) },
      },
      { name: "line2", device: "no sound device (null)", fault: expect.any(String) },
    ],
  });
  expect(page).toContain("No sound device is set up for this line.");
  expect(await (await daemon.get("/health")).text()).toBe("ok");
  const perLine = ["line_state", "device_open", "xruns", "peak_dbfs", "latency_ms", "drift_ppm"];
  for (const name of [...perLine, "trimmed_ms", "refills", "receive_buffer_ms", "concealed"]) {
    expect(metrics).toContain(`linedesk_audio_server_${name}{line="line1"`);
  }
  const order = await fetch(`http://127.0.0.1:${daemon.pagePort}/`, { method: "POST" });
  expect(order.status).toBe(405);
  expect(await daemon.statusOf("//", "localhost")).toBe(404);
  expect(await daemon.statusOf("/state?x", "[::1]:8080")).toBe(200);
  expect(await daemon.statusOf("/state", "station.example")).toBe(403);
});

test("[AS58] [AS59] [AS91] [AU63] lamps and objects follow the line, and a fader starts and ends its call", async () => {
  const lines: string[] = [];
  const socket = connect(daemon.gpioPort ?? 0, "127.0.0.1");
  closers.push(() => socket.destroy());
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => lines.push(...text.trim().split("\r\n")));
  socket.write("LOGIN\r\nADD GPO\r\n");
  await until("the lamps are shown", () => lines.length >= 2);
  expect(lines.slice(0, 2)).toEqual(["GPO 1 hhhlh", "GPO 2 hhhlh"]);

  const start = desk.next("client-as-start", { line: "line1", user: desk.user });
  socket.write("GPI 1 lhhhh\r\n");
  await start;
  const next = desk.next("client-as-start", { line: "line1" });
  socket.write("NEXT studio.line#1\r\nSUB studio.line#1 state\r\n");
  await next;
  await until("the object is shown", () => lines.at(-1) === "INDI studio.line#1 state=IDLE");

  const requestId = randomUUID();
  const connected = desk.next("client-as-accept-connected", { requestId });
  desk.send("client-as-accept", accept(requestId, randomUUID()));
  await connected;
  desk.send("client-as-mute", { requestId: randomUUID(), muted: true });
  await until("the lamps follow", () => lines.includes("GPO 1 lhlhh"));
  expect(lines).toContain("GPO 1 hlhhh");
  expect(lines).toContain("GPO 1 lhhhh");
  const event =
    'EVENT studio.line#1 name="Line 1", state=ON_AIR, callstate=ESTABLISHED, muted=TRUE';
  await until("the object follows", () => lines.includes(`${event}, fault=FALSE`));
  // A line with a call ignores the request to take the next call.
  socket.write("TAKE studio.line#1\r\nUNSUB studio\r\nDROP studio\r\n");
  await until("DROP of both lines is refused", () => lines.at(-1) === "ERROR 1001 bad object");
  expect(desk.received.filter(({ name }) => name === "client-as-start")).toHaveLength(2);

  const page = connect(daemon.gpioPort ?? 0, "127.0.0.1");
  page.write("POST / HTTP/1.1\r\nHost: x\r\n\r\nGPI 1 hlhhh\r\n");
  page.resume();
  await once(page, "close");
  expect((await desk.poll()).data).toMatchObject({ state: "connected", request: requestId });

  const over = desk.next("client-as-accept-disconnect", { requestId });
  socket.write("GPI 1 hlhhh\r\n");
  expect((await over).data["reason"]).toBe("Ended at the fader.");
  await until("the line is free", () => lines.at(-1) === "GPO 1 hhhlh");
  socket.write("NONSENSE\r\n");
  await until("an invalid command is refused", () => lines.at(-1) === "ERROR 1000 bad command");
});

test("[AS55] a person who watches a line's levels gets them each second", async () => {
  desk.send("client-as-levels", {});

  for (let count = 0; count < 3; count += 1) {
    const { data } = await desk.next("client-as-status-res", { line: "line1" });
    expect(data["uptimeS"]).toEqual(expect.any(Number));
  }
});

test("[AS85] [AS86] only the server can request the log and a restart, and no member of the channel", async () => {
  const [forged, wanted] = [randomUUID(), randomUUID()];
  const channel = `presence-audio-server-${pairing.id}-line1`;
  desk.sendRaw("restart.requested", { request: forged });
  desk.send("client-as-restart", { request: forged });
  station.hub.trigger({ channels: channel, name: "log.requested", data: { request: wanted } });
  await until("the log is sent", () => station.logs.length > 0);
  expect(station.logs).toEqual([{ request: wanted, text: expect.any(String) }]);
  const [{ text = "" } = {}] = station.logs;
  expect(text.length).toBeLessThanOrEqual(100_000);
  const lines = text.trim().split("\n").filter(Boolean);
  lines.forEach((line) => expect(JSON.parse(line)).toMatchObject({ name: "audio-server" }));
  expect(text).not.toMatch(/61491570006|the-key-of/);
  const ended = daemon.ended;
  const data = { request: wanted };
  station.hub.trigger({ channels: channel, name: "restart.requested", data });
  expect(await ended).toBe(75);
  daemon = await DaemonProcess.start(environment);
  expect((await desk.poll()).data).toMatchObject({ state: "idle" });
});
