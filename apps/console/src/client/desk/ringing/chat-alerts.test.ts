import { expect, test } from "vitest";

import { type ChatMessage, defaultSettings } from "@linedesk/contract";
import { aCall, ALICE, anAirState, BOB, STATION_ID } from "../../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { chatToggled } from "../../store/chat-slice.ts";
import { legChanged, sessionChanged } from "../../store/desk-slice.ts";
import { tabChanged } from "../../store/seats-slice.ts";
import { createStore } from "../../store/store.ts";
import { createChatAlerts } from "./chat-alerts.ts";

function aDesk() {
  const store = createStore();
  const user = { id: ALICE, name: "Alice", email: null };
  store.dispatch(sessionChanged({ status: "authenticated", user } as never));
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(tabChanged(true));
  const played: object[] = [];
  const shown: object[] = [];
  const timers: (() => void)[] = [];
  const page = { isHidden: false };
  const sounds = { ...defaultSettings.sounds };
  const alerts = { ...defaultSettings.alerts };
  const soundSettings = { ...defaultSettings.heard };
  const alert = createChatAlerts({
    store,
    timers: {
      schedule: (run: () => void) => {
        timers.push(run);
        return () => undefined;
      },
    } as never,
    notifier: {
      permission: () => "granted",
      request: () => Promise.resolve(),
      show: (notification) => {
        shown.push(notification);
        return () => undefined;
      },
    },
    storage: { ringerDevice: () => "ringer" } as never,
    soundsUrl: () => Promise.resolve("/sounds/"),
    settings: () => ({ sounds, alerts, heard: soundSettings }),
    isHidden: () => page.isHidden,
    play: (sound) => {
      played.push(sound);
      return () => undefined;
    },
  });
  async function receiveMessage(over: Partial<ChatMessage> = {}): Promise<number> {
    timers.forEach((run) => run());
    alert({ ...message, ...over });
    await new Promise((resolve) => setImmediate(resolve));
    return played.length;
  }
  return {
    store,
    played,
    shown,
    page,
    sounds,
    alerts,
    heard: soundSettings,
    alert,
    receiveMessage,
  };
}

const from = { user: BOB, name: "Bob" };
const message: ChatMessage = {
  number: 1,
  key: BOB,
  from,
  at: "",
  text: "line 4",
  mentions: [],
  card: null,
};
const naming = { text: "@Alice look", mentions: [{ user: ALICE, name: "Alice" }] };

test("[CH19] a message sounds on the ringer device while chat is closed or the page hidden, and a mention always", async () => {
  const { store, played, page, receiveMessage } = aDesk();

  expect(await receiveMessage()).toBe(1);
  expect(played[0]).toEqual({ url: "/sounds/message.wav", volume: 0.8, output: "ringer" });
  store.dispatch(chatToggled(true));
  expect(await receiveMessage()).toBe(1);
  expect(await receiveMessage(naming)).toBe(2);
  page.isHidden = true;
  expect(await receiveMessage()).toBe(3);
});

test("[CH19] messages that arrive together make one sound", async () => {
  const { alert, played, receiveMessage } = aDesk();

  await receiveMessage();
  alert(message);
  alert({ ...message, ...naming });
  await new Promise((resolve) => setImmediate(resolve));

  expect(played).toHaveLength(1);
});

test("[ST30] the switch of the chat's sound applies only to chat", async () => {
  const { heard, alerts, receiveMessage } = aDesk();
  heard.chat = false;
  expect(await receiveMessage(naming)).toBe(0);
  heard.chat = true;

  expect(alerts.ring).toBe(true);
  expect(await receiveMessage(naming)).toBe(1);
});

test("[CH19] the ring's settings and the person's own call mute the chat's sound, and only the leading tab plays it", async () => {
  const { store, alerts, sounds, receiveMessage } = aDesk();
  alerts.ring = false;
  expect(await receiveMessage(naming)).toBe(0);
  alerts.ring = true;
  sounds.ringVolume = 0;
  expect(await receiveMessage(naming)).toBe(0);
  sounds.ringVolume = 0.5;
  const leg = { callId: BOB, status: "connected" } as never;
  store.dispatch(legChanged({ line: "line2", leg }));
  expect(await receiveMessage(naming)).toBe(0);
  sounds.muteRingerWhileTalking = false;
  expect(await receiveMessage(naming)).toBe(1);
  store.dispatch(tabChanged(false));

  expect(await receiveMessage(naming)).toBe(1);
});

test("[SN42] no message sounds while a line of the person is on air, whatever the settings are", async () => {
  const { store, sounds, receiveMessage } = aDesk();
  sounds.muteRingerWhileTalking = false;
  const onAir = (user: string) =>
    snapshotLoaded({
      station: STATION_ID,
      seq: 0,
      calls: [aCall(1, { desk: anAirState(user) })],
    });
  store.dispatch(onAir(BOB));
  expect(await receiveMessage(naming)).toBe(1);
  store.dispatch(onAir(ALICE));

  expect(await receiveMessage(naming)).toBe(1);
});

test("[CH19] a mention shows a notification while the page is hidden, unless the settings disable it", async () => {
  const { shown, page, alerts, receiveMessage } = aDesk();
  await receiveMessage(naming);
  page.isHidden = true;
  await receiveMessage();
  expect(shown).toEqual([]);
  await receiveMessage({ ...naming, text: "x".repeat(200) });
  alerts.desktop = false;
  await receiveMessage(naming);

  expect(shown).toEqual([{ tag: "chat", title: "Bob mentions you", body: `${"x".repeat(120)}…` }]);
});
