import { expect, test } from "vitest";

import {
  type AirRules,
  audioServerChannel,
  audioServerRequests,
  audioServerUser,
} from "@linedesk/contract";
import { createBrowserStorage } from "../../../lib/browser-storage.ts";
import type { HttpClient } from "../../../lib/http-client.ts";
import { aCall, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import { AChannel } from "../../../testing/a-channel.ts";
import { ASchedule } from "../../../testing/a-schedule.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import type { VoiceCall } from "../../softphone/voice-device.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { legChanged, sessionChanged, stationsLoaded } from "../../store/desk-slice.ts";
import { tabChanged } from "../../store/seats-slice.ts";
import { createStore } from "../../store/store.ts";
import { CallRequests } from "../requests/call-requests.ts";
import { LineCarriers } from "./line-carriers.ts";

const server = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";
const preset = "0190f3c4-7a1b-7c3d-8e4f-0123456789ac";
const claim = "0190f3c4-7a1b-4c3d-8e4f-0123456789ad";
const bob = "0190f3c4-7a1b-7c3d-8e4f-0123456789ae";

async function someCarriers(stored: Record<string, string>) {
  const map = new Map(Object.entries(stored));
  const storage = createBrowserStorage(
    {
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    },
    (error) => {
      throw error;
    },
  );
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  const user = { id: ALICE, name: "Alice", email: null };
  store.dispatch(sessionChanged({ status: "authenticated", user, expires: "2026-11-24T00:00Z" }));
  const channels = new Map<string, AChannel>();
  const time = new ASchedule();
  const legs: Record<string, VoiceCall> = {};
  const softphone: Pick<Softphone, "leg" | "adopt"> = {
    leg: null,
    adopt: (call, open) => void (legs[call] = open(() => undefined)),
  };
  const taken: string[] = [];
  const carriers = new LineCarriers({
    store,

    storage,
    http: { call: async () => ({ id: server, name: "Studio B" }) } as unknown as HttpClient,
    realtime: {
      subscribe: (name, listener) => {
        const channel = new AChannel();
        channels.set(name, channel);
        const stop = channel.follow(listener);
        return () => {
          channels.delete(name);
          stop();
        };
      },
      send: (name, event, data) => channels.get(name)?.send(event, data) ?? false,
    },
    schedule: time.schedule,
    clock: { elapsedMs: () => time.nowMs, now: () => 1_000_000 + time.nowMs },
    desk: () => ({
      softphones: { line1: softphone, line2: softphone },
      actions: { takeNextOn: async (line) => void taken.push(line) },
    }),
  });
  async function channel(line: string): Promise<AChannel> {
    const name = audioServerChannel(server, line);
    await expect.poll(() => channels.has(name)).toBe(true);
    return channels.get(name) as AChannel;
  }
  return { map, storage, store, channels, carriers, time, channel, legs, taken };
}

const onStudio = JSON.stringify({ type: "audio_server", id: server });

test("[LN4] the config of a line names the browser or an audio server, and the browser is the default", async () => {
  const { carriers, store, channel, storage, channels } = await someCarriers({
    "line1-device-config": onStudio,
    "line2-device-config": JSON.stringify({ type: "", id: server }),
  });

  expect([carriers.isRemote("line1"), carriers.isRemote("line2")]).toEqual([true, false]);
  expect(carriers.device("line1")).toEqual({ type: "audio_server", id: server });
  expect(carriers.device("line2")).toBeUndefined();
  await channel("line1");
  await expect.poll(() => store.getState().carriers.line1?.name).toBe("Studio B");
  expect(store.getState().carriers).toMatchObject({
    line1: { id: server, status: "connecting" },
    line2: null,
  });

  storage.saveDeviceConfig("line1", null);

  expect(store.getState().carriers.line1).toBeNull();
  expect(channels.size).toBe(0);
});

test("[AS10] a line without its channel is refused before a call is claimed for it", async () => {
  const { carriers, channel } = await someCarriers({ "line1-device-config": onStudio });
  const remote = carriers.remote("line1");
  const line = await channel("line1");

  await expect(remote.check()).rejects.toThrow("Audio server channel is not initialized");
  line.subscribe();
  await expect(remote.check()).resolves.toBeUndefined();
});

test("[SK1] [LN7] requests carry the id of the chosen preset, so that the server knows what feeds the air", async () => {
  const { carriers, map, storage } = await someCarriers({ "line1-device-config": onStudio });

  storage.saveDevicePreset(preset);

  expect(map.get("devicePreset")).toBe(preset);
  expect(carriers.device("line1")).toEqual({ type: "audio_server", id: server, preset });
  map.set("devicePreset", "not an id");
  expect(() => storage.devicePreset()).toThrow("devicePreset");
});

test("[LN96] the person uses the preset of the role until they choose a device, and a call keeps its devices", async () => {
  const { carriers, store, storage } = await someCarriers({});
  const rolePreset = { id: preset, line: "line2" as const, audioServer: null, feedsAir: true };
  const station = { line1: false, line2: false };
  function loadPresets(presets: AirRules["presets"]) {
    const air = { station, presets };
    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [], air }));
  }
  const member = { id: STATION_ID, callSign: "2ZZ", name: "2ZZ", role: "presenter" as const };
  store.dispatch(stationsLoaded([member]));
  const changes: (string | null)[] = [];
  carriers.onChange(() => changes.push(carriers.preset()));

  loadPresets([{ ...rolePreset, seatOf: "producer" }]);
  expect(carriers.preset()).toBeNull();
  expect(carriers.feedsAir("line2", STATION_ID)).toBe(false);
  loadPresets([{ ...rolePreset, seatOf: "presenter" }]);
  expect(carriers.device("line2")).toEqual({ type: "browser", preset });
  expect(carriers.feedsAir("line2", STATION_ID)).toBe(true);
  expect(carriers.feedsAir("line1", STATION_ID)).toBe(false);
  expect(changes).toEqual([preset]);

  const leg = { status: "connecting" as const, callId: aCall(1).id, since: "", muted: false };
  store.dispatch(legChanged({ line: "line2", leg }));
  loadPresets([]);
  expect(carriers.preset()).toBe(preset);
  store.dispatch(legChanged({ line: "line2", leg: null }));
  expect(carriers.preset()).toBeNull();

  loadPresets([{ ...rolePreset, seatOf: "presenter" }]);
  storage.saveDeviceConfig("line2", { type: "browser" });
  expect(carriers.device("line2")).toBeUndefined();
});

test("[AS4] the card shows the last reply and the person whose call the line has", async () => {
  const { carriers, store, channel, time } = await someCarriers({
    "line1-device-config": onStudio,
  });
  const line = await channel("line1");
  line.subscribe();
  time.advance(500);
  line.join([{ id: bob, info: { kind: "operator", name: "Bob" } }]);
  const report = { line: "line1", state: "connected", version: "1", user: bob };
  const levels = { inputDb: null, outputDb: null };
  line.say("client-as-status-res", { ...report, levels }, audioServerUser(server));

  expect(store.getState().carriers.line1).toMatchObject({
    status: "online",
    lastReplyAt: 1_000_500,
    usedBy: "Bob",
  });
  carriers.takeOver("line1");
  expect(line.named("client-as-disconnect-all")).toHaveLength(1);
  line.say("client-as-status-res", { ...report, levels, user: ALICE }, audioServerUser(server));
  expect(store.getState().carriers.line1?.usedBy).toBeNull();
});

test("[AS15] a connect of each type carries its own fields", async () => {
  const conference = "0190f3c4-7a1b-7c3d-8e4f-0123456789af";
  const waiting = aCall(1);
  const dialled = { ...aCall(2), direction: "outbound", callState: "ringing" } as const;
  const member = { ...aCall(3), conference: { id: conference, muted: false, onHold: false } };
  const { carriers, store, channel } = await someCarriers({ "line1-device-config": onStudio });
  const calls = [waiting, dialled, member];
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls }));
  const line = await channel("line1");
  line.subscribe();

  for (const { id } of calls) {
    carriers.connect("line1", { callId: id, claim }, () => undefined).catch(() => undefined);
    await expect.poll(() => line.sent.at(-1)?.[1]["claim"]).toBe(claim);
  }
  await expect.poll(() => line.sent.filter(([, data]) => "claim" in data)).toHaveLength(3);

  const [accept] = line.named("client-as-accept");
  expect(accept).toMatchObject({
    selCall: waiting.id,
    ongoing: {
      callSid: waiting.id,
      number: waiting.caller.number,
      type: "inbound",
      profile: waiting.caller.id,
    },
  });
  const dialler = { station: STATION_ID, dialer: ALICE };
  const [outbound] = line.named("client-as-outbound");
  expect(outbound).toMatchObject({
    ...dialler,
    To: dialled.caller.number,
    profile: dialled.caller.id,
  });
  const [conferenced] = line.named("client-as-conference");
  expect(conferenced).toMatchObject({ ...dialler, To: conference, conference });
  expect(audioServerRequests["client-as-accept"].safeParse(accept).success).toBe(true);
  expect(audioServerRequests["client-as-outbound"].safeParse(outbound).success).toBe(true);
  expect(audioServerRequests["client-as-conference"].safeParse(conferenced).success).toBe(true);
});

test("[AS110] a reloaded page has its audio server's call again", async () => {
  const holder = { user: ALICE, name: "Alice", line: "line1" } as const;
  const since = "2026-11-23T10:00:00.000Z";
  const call = { ...aCall(1), desk: { status: "on_air", holder, since } } as const;
  const { store, channel, legs } = await someCarriers({ "line1-device-config": onStudio });
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [call, aCall(2)] }));
  const line = await channel("line1");
  line.subscribe();
  const levels = { inputDb: null, outputDb: null };
  const report = { line: "line1", state: "connected", version: "1", levels, user: ALICE };
  const rack = audioServerUser(server);

  line.say("client-as-status-res", { ...report, request: claim }, rack);
  expect(legs).toEqual({});
  store.dispatch(tabChanged(true));
  line.say("client-as-status-res", { ...report, user: bob, request: claim }, rack);
  expect(legs).toEqual({});
  line.say("client-as-status-res", { ...report, request: claim }, rack);

  expect(Object.keys(legs)).toEqual([call.id]);
  legs[call.id]?.disconnect();
  expect(line.named("client-as-disconnect-all")).toHaveLength(1);
});

test("[EW3] an audio server without response in 10 s is shown with Retry and the browser phone", async () => {
  const { store, channel, carriers, time } = await someCarriers({
    "line1-device-config": onStudio,
  });
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [aCall(1)] }));
  const requests = new CallRequests(store, time.schedule);
  const line = await channel("line1");
  line.subscribe();
  const carriedBy: string[] = [];
  const accept = { call: aCall(1).id, action: "hold", line: "line1" } as const;
  const request = requests.send(accept, async () => {
    carriedBy.push(carriers.isRemote("line1") ? "Studio B" : "browser");
    if (carriers.isRemote("line1")) {
      await carriers.connect("line1", { callId: aCall(1).id, claim }, () => undefined);
    }
  });
  function notice() {
    return store.getState().desk.notices.at(-1);
  }
  async function untilSilent(times: number): Promise<void> {
    await expect.poll(() => line.named("client-as-accept")).toHaveLength(times);
    time.advance(10_000);
    await expect.poll(() => notice()?.code).toBe("No response from server");
  }

  await untilSilent(1);
  await request;
  expect(notice()).toMatchObject({
    words: "The audio server did not answer in 10 s.",
    line: "line1",
    actionLabel: "Retry",
    secondLabel: "Browser phone",
  });
  requests.act(notice()?.id ?? "", 0);
  expect(store.getState().desk.notices).toEqual([]);
  await untilSilent(2);
  requests.act(notice()?.id ?? "", 1);

  await expect.poll(() => carriedBy).toEqual(["Studio B", "Studio B", "browser"]);
  expect(store.getState().carriers.line1).toBeNull();
  expect(store.getState().desk.notices).toEqual([]);
});

test("[AS59] a fader's start takes Next for the person with the line's last call, in the leading tab", async () => {
  const { store, channel, taken } = await someCarriers({ "line1-device-config": onStudio });
  const line = await channel("line1");
  line.subscribe();
  const start = (user: string | null, from = audioServerUser(server), on = "line1") =>
    line.say("client-as-start", { line: on, user }, from);

  store.dispatch(tabChanged(false));
  start(ALICE);
  expect(taken).toEqual([]);
  store.dispatch(tabChanged(true));
  start(bob);
  start(ALICE, bob);
  start(ALICE, audioServerUser(server), "line2");
  expect(taken).toEqual([]);
  start(ALICE);
  expect(taken).toEqual(["line1"]);
  start(null);
  expect(taken).toEqual(["line1", "line1"]);
});

test("[AS55] a person who watches an audio server requests its levels at once and every 10 s", async () => {
  const { carriers, channel, time } = await someCarriers({});
  const stop = carriers.watch(server, "line1", () => undefined);
  const watched = await channel("line1");

  watched.subscribe();
  expect(watched.named("client-as-levels")).toEqual([{}]);
  expect(audioServerRequests["client-as-levels"].safeParse({}).success).toBe(true);
  time.advance(20_000);
  expect(watched.named("client-as-levels")).toHaveLength(3);
  stop();
});
