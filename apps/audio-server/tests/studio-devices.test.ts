import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { toneShare } from "@linedesk/audio";
import { findFreePort } from "@linedesk/base";
import { ring, type SipListener } from "@linedesk/testkit";
import { ConsolePeer } from "./support/console-peer.ts";
import { DaemonProcess, type DaemonState } from "./support/daemon-process.ts";
import { readDescription } from "./support/gst-description.ts";
import { GstReceiver, GstSender } from "./support/gst-stream.ts";
import { PipewireServer } from "./support/pipewire-server.ts";
import { pushSamples } from "./support/push-samples.ts";
import { SapListener } from "./support/sap-listener.ts";
import { SoundServer } from "./support/sound-server.ts";
import { number, pairing, StudioStation } from "./support/studio-station.ts";

const listenerHz = 440;
const studioHz = 1_000;
const rate = 48_000;
const multicast = "239.69.1.67";
const sound = new SoundServer();
let announcements: SapListener;
let station: StudioStation;
let folder: string;
let daemon: DaemonProcess;
let ports: { send: number; receive: number };
const closers: (() => unknown)[] = [];
const inCall = new Set<ConsolePeer>();

beforeAll(async () => {
  [station, folder] = await Promise.all([
    StudioStation.open(),
    mkdtemp(join(tmpdir(), "linedesk-studio-devices-")),
    sound.start(),
  ]);
  ports = { send: await findFreePort(), receive: await findFreePort() };
  announcements = await SapListener.open("127.0.0.1");
  closers.push(() => announcements.close());
  const jack = { type: "jack", server: sound.name, side: "left" };
  const address = "127.0.0.1";
  const aes67 = {
    type: "aes67",
    interface: address,
    send: { address: multicast, port: ports.send, ttl: 1 },
    receive: { address, port: ports.receive },
  };
  daemon = await DaemonProcess.start({
    AUDIO_SERVER_STATION: station.url,
    AUDIO_SERVER_DATA: join(folder, "data"),
    AUDIO_SERVER_PAIRING_CODE: pairing.code,
    AUDIO_SERVER_LINE1: JSON.stringify({ device: jack }),
    AUDIO_SERVER_LINE2: JSON.stringify({ device: aes67 }),
  });
});
afterAll(async () => {
  for (const close of closers.toReversed()) {
    await close();
  }
  await daemon?.kill();
  await sound.close();
  await station?.close();
  await rm(folder, { recursive: true, force: true });
});

async function until(what: string, is: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!is()) {
    if (performance.now() > endMs) {
      throw new Error(`${what}: not within 30 s; ${await (await daemon.get("/state")).text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

afterEach(async () => {
  for (const desk of inCall) {
    await endCall(desk).catch(() => undefined);
  }
});

async function converse(line: string): Promise<{ desk: ConsolePeer; listener: SipListener }> {
  const listener = await ring({ exchange: station.sip, from: "+61491570006", to: number });
  closers.push(() => listener.close());
  listener.say(listenerHz);
  await listener.answered;
  return { desk: await acceptCall(line), listener };
}

async function acceptCall(line: string): Promise<ConsolePeer> {
  const desk = new ConsolePeer(station, line, { kind: "operator", name: "Alice" });
  closers.push(() => desk.close());
  await desk.ready();
  await desk.poll();
  const requestId = randomUUID();
  const connected = desk.next("client-as-accept-connected", { requestId });
  const ongoing = { callSid: "CA1", number: null, type: "inbound", profile: null };
  desk.send("client-as-accept", {
    requestId,
    claim: randomUUID(),
    selCall: randomUUID(),
    ongoing,
  });
  await connected;
  inCall.add(desk);
  return desk;
}

async function release({ desk, listener }: Awaited<ReturnType<typeof converse>>): Promise<void> {
  await listener.hangUp();
  await endCall(desk);
}

async function endCall(desk: ConsolePeer): Promise<void> {
  inCall.delete(desk);
  const over = desk.next("client-as-accept-disconnect");
  desk.send("client-as-disconnect-all", { requestId: randomUUID() });
  await over;
}

async function openStudioClient(hz = studioHz) {
  const received = new Int16Array(rate / 2);
  let at = 0;
  const device = await sound.open((samples) => {
    pushSamples(received, samples);
    device.write(samples.map(() => 0.3 * Math.sin((2 * Math.PI * hz * at++) / rate)));
  }, "linedesk-line1");
  return { received, close: () => device.close() };
}

test("[AS26] [AS49] [AS60] [AS99] [AS57] a line plays to and records from JACK, and reconnects when a killed JACK server runs again", async () => {
  const { desk, listener } = await converse("line1");
  const first = await openStudioClient();
  await until("JACK plays the listener", () => toneShare(first.received, listenerHz, rate) > 0.5);
  await until("the listener receives JACK", () => listener.toneAmplitude(studioHz) > 0.03);
  expect((await desk.poll()).data["device"]).toBe("JACK system, left");

  await sound.kill();
  first.close();
  await until("the listener is left in silence", () => listener.toneAmplitude(studioHz) < 0.01);
  const { data } = await desk.poll();
  expect(data).toMatchObject({ state: "connected", fault: data["device"] });
  expect(data["device"]).toMatch(/JACK/);

  await sound.start();
  await until("the device is open again", () =>
    desk.received.some(
      ({ data: seen }, i) =>
        i > desk.received.findIndex((one) => /no JACK|is gone/.test(String(one.data["device"]))) &&
        seen["device"] === "JACK system, left",
    ),
  );
  const second = await openStudioClient();
  closers.push(() => second.close());
  await until("JACK plays again", () => toneShare(second.received, listenerHz, rate) > 0.5);
  await until("JACK is received again", () => listener.toneAmplitude(studioHz) > 0.03);
  expect((await desk.poll()).data).toMatchObject({ state: "connected", fault: null });
  const { lines } = (await (await daemon.get("/state")).json()) as DaemonState;
  expect(lines.map(({ reception }) => reception.bufferMs > 5)).toEqual([true, false]);
  // A later test opens its own client on line 1, and this client would play into that line too.
  second.close();
  await release({ desk, listener });
});

test("[AS12] [AS15] [AS24] [AS64] each connect request (conference, dialled call or refused request) gets one result with its requestId", async () => {
  const desk = new ConsolePeer(station, "line1", { kind: "operator", name: "Alice" });
  closers.push(() => desk.close());
  await desk.ready();
  await desk.poll();
  const who = { station: randomUUID(), dialer: desk.user };
  const conference = randomUUID();
  const requests = [
    { event: "client-as-conference", flavour: "conference", To: conference, conference, ...who },
    { event: "client-as-outbound", flavour: "outbound", To: "+61491570006", profile: null, ...who },
    { event: "client-as-dial", flavour: "outbound", number: "+61491570006" },
  ];
  for (const { event, flavour, ...fields } of requests) {
    const [requestId, claim] = [randomUUID(), randomUUID()];
    const connected = desk.next(`client-as-${flavour}-connected`, { requestId });
    desk.send(event, { requestId, claim, ...fields });
    expect((await connected).data["callSid"]).toMatch(/^CA[0-9a-f]{32}$/);
    expect(station.claims.at(-1)).toBe(claim);
    const over = desk.next(`client-as-${flavour}-disconnect`, { requestId });
    desk.send("client-as-disconnect-all", { requestId: randomUUID() });
    expect((await over).data["reason"]).toBe("Ended by Alice.");
    await expect.poll(async () => (await desk.poll()).data["state"]).toBe("idle");
  }

  const forged = { requestId: randomUUID(), claim: randomUUID(), To: "+61491570006" };
  const refused = desk.next("client-as-outbound-error", { requestId: forged.requestId });
  desk.send("client-as-outbound", { ...forged, ...who, dialer: randomUUID(), profile: null });
  expect((await refused).data["message"]).toBe("The dialer is not the sender of the request.");

  const requestId = randomUUID();
  const joining = { requestId, claim: station.refusedClaim, To: conference, conference };
  desk.send("client-as-conference", { ...joining, ...who });
  await until("the station's refusal is shown", () =>
    desk.received.some(
      ({ name, data }) =>
        data["requestId"] === requestId && /^client-as-conference-(error|disconnect)$/.test(name),
    ),
  );
  const answers = desk.received.filter(({ data }) => data["requestId"] === requestId);
  expect(answers).toHaveLength(1);
  expect((await desk.poll()).data).toMatchObject({ state: "idle", user: null });
  desk.close();
});

test("[AS60] a tone of 6 kHz on one line is heard on the other: the call is wideband in both directions", async () => {
  const desks = [await acceptCall("line1"), await acceptCall("line2")];
  const receiver = new GstReceiver(readDescription(await announcements.description(ports.send)));
  const sender = new GstSender(ports.receive, 5_000);
  const jack = await openStudioClient(6_000);
  closers.push(
    () => receiver.close(),
    () => sender.close(),
  );

  const polling = { timeout: 30_000 };
  await expect.poll(() => toneShare(receiver.samples, 6_000, rate), polling).toBeGreaterThan(0.5);
  await expect.poll(() => toneShare(jack.received, 5_000, rate), polling).toBeGreaterThan(0.5);

  jack.close();
  // A line accepts one stream at a time; the next test has its own.
  await Promise.all([receiver.close(), sender.close(), ...desks.map(endCall)]);
});

test("[AS51] [AS53] GStreamer plays a line's AES67 stream from its announcement, and the line receives GStreamer's stream", async () => {
  const { desk, listener } = await converse("line2");
  const announced = readDescription(await announcements.description(ports.send));
  expect(announced).toMatchObject({ address: multicast, port: ports.send });
  const receiver = new GstReceiver(announced);
  closers.push(() => receiver.close());
  const sender = new GstSender(ports.receive, studioHz);
  closers.push(() => sender.close());

  await until("GStreamer receives", () => toneShare(receiver.samples, listenerHz, rate) > 0.5);
  await until("the listener receives", () => listener.toneAmplitude(studioHz) > 0.03);

  expect((await desk.poll()).data["device"]).toBe(
    `AES67 to ${multicast}:${ports.send}, from 127.0.0.1:${ports.receive}`,
  );
  await release({ desk, listener });
});

test("[AS49] [AS47] a line plays to and records from PipeWire under pw-jack, and reconnects when a killed server runs again", async () => {
  const pipewire = new PipewireServer(join(folder, "pipewire"));
  closers.push(() => pipewire.kill());
  await pipewire.start("studio");
  await daemon.kill();
  const device = { type: "jack", output: "studio", input: "studio", side: "left" };
  daemon = await DaemonProcess.start({
    ...pipewire.clientEnvironment,
    AUDIO_SERVER_STATION: station.url,
    AUDIO_SERVER_DATA: join(folder, "data"),
    AUDIO_SERVER_LINE1: JSON.stringify({ device }),
    AUDIO_SERVER_LINE2: "{}",
  });
  const { desk, listener } = await converse("line1");
  expect((await desk.poll()).data["device"]).toBe("JACK studio, left");

  // A sink without hardware returns its sound at its monitor.
  await until("the sink's sound comes back", () => listener.toneAmplitude(listenerHz) > 0.03);
  pipewire.remove("studio");
  await until("the sound has stopped", () => listener.toneAmplitude(listenerHz) < 0.01);
  const fault = 'JACK has no port 1 of "studio" to play to.';
  await until("the fault is sent", () => desk.received.some(({ data }) => data["fault"] === fault));
  await pipewire.add("studio");
  await until("the sink is found", () => listener.toneAmplitude(listenerHz) > 0.03);

  await pipewire.kill();
  await until("the listener is left in silence", () => listener.toneAmplitude(listenerHz) < 0.01);
  expect((await desk.poll()).data).toMatchObject({ state: "connected" });
  await pipewire.start("studio");
  await until("the sound returns", () => listener.toneAmplitude(listenerHz) > 0.03);
  await release({ desk, listener });
});
