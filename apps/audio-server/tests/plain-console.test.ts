import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ring, type SipListener } from "@linedesk/testkit";
import { ConsolePeer } from "./support/console-peer.ts";
import { DaemonProcess } from "./support/daemon-process.ts";
import { number, pairing, StudioStation } from "./support/studio-station.ts";
import { until } from "./support/until.ts";

const studioHz = 1_000;
let station: StudioStation;
let folder: string;
let daemon: DaemonProcess;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  station = await StudioStation.open();
  folder = await mkdtemp(join(tmpdir(), "linedesk-plain-console-"));
  daemon = await DaemonProcess.start({
    AUDIO_SERVER_STATION: station.url,
    AUDIO_SERVER_DATA: folder,
    AUDIO_SERVER_PAIRING_CODE: pairing.code,
    AUDIO_SERVER_LINE1: JSON.stringify({ device: { type: "tone", hz: studioHz } }),
  });
  await until("both lines are reached", async () => (await daemon.get("/health")).ok);
});
afterAll(async () => {
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
  await listener.answered;
  return listener;
}

test("[AS126] [AS18] [AS64] a plain pusher-js client that knows only the specification accepts, joins, dials, sends digits and ends", async () => {
  const plain = new ConsolePeer(station, "line1", { kind: "operator", name: "Carla" }, true);
  closers.push(() => plain.close());
  await plain.ready();
  const listener = await listen();
  const { user } = plain;
  const [call, conference, profile, own] = [1, 2, 3, 4].map(() => randomUUID());
  station.claimFor[String(call)] = station.digitsClaim;
  const ongoing = { callSid: call, number: "+61491570006", type: "inbound", profile };

  const accepted = plain.next("client-as-accept-connected");
  plain.send("client-as-accept", { selCall: call, ongoing });
  await accepted;
  expect(station.claims.at(-1)).toBe(station.digitsClaim);
  expect(station.granted.at(-1)).toEqual({
    line: "line1",
    user,
    target: { type: "accept", call },
  });
  station.digits = "";
  plain.send("client-as-dial", { number: "45" });
  await until("the digits came", () => station.digits === "45");
  await until("the listener receives the studio", () => listener.toneAmplitude(studioHz) > 0.03);

  const left = plain.next("client-as-accept-disconnect");
  const joined = plain.next("client-as-conference-connected");
  const dialer = { station: own, dialer: user };
  plain.send("client-as-conference", { To: conference, ...dialer, conference });
  await Promise.all([left, joined]);
  expect(station.granted.at(-1)?.target).toEqual({ type: "conference", conference });
  const over = plain.next("client-as-conference-disconnect");
  plain.send("client-as-disconnect-all", "everything");
  await over;

  const dialled = plain.next("client-as-outbound-connected");
  plain.send("client-as-outbound", { To: "+61255500102", ...dialer, profile });
  await dialled;
  const whom = { type: "outbound", to: "+61255500102", profile };
  expect(station.granted.at(-1)?.target).toEqual(whom);
  const ended = plain.next("client-as-outbound-disconnect");
  plain.send("client-as-disconnect-all", null);
  await ended;

  const again = plain.next("client-as-outbound-connected");
  plain.send("client-as-dial", { number: "+61255500102" });
  await again;
  expect(station.granted.at(-1)?.target).toEqual({ ...whom, profile: null });
  plain.send("client-as-disconnect-all", []);
  await plain.next("client-as-outbound-disconnect");

  const refused = plain.next("client-as-accept-error");
  plain.send("client-as-accept", { selCall: station.takenCall, ongoing });
  expect((await refused).data["message"]).toBe("Bob has this call.");
  expect((await plain.poll()).data).toMatchObject({ state: "idle" });
  await listener.hangUp();
});
