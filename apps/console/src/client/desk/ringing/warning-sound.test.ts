import { expect, test } from "vitest";

import { defaultSettings } from "@linedesk/contract";
import { aCall, ALICE } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { legChanged, noticed } from "../../store/desk-slice.ts";
import { tabChanged } from "../../store/seats-slice.ts";
import { startWarningSound } from "./warning-sound.ts";

const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const leg = {
  callId: aCall(1).id,
  status: "connected" as const,
  since: NOW,
  muted: false,
  quality: null,
};

function aWarning(status: "screening" | "on_air", ringVolume = 0.4) {
  const { store } = aDesk({}, { calls: [aCall(1, { desk: { status, holder, since: NOW } })] });
  store.dispatch(tabChanged(true));
  store.dispatch(legChanged({ line: "line1", leg }));
  const played: object[] = [];
  const timers: (() => void)[] = [];
  startWarningSound({
    store,
    timers: {
      schedule: (run: () => void) => {
        timers.push(run);
        return () => undefined;
      },
    } as never,
    storage: { ringerDevice: () => "ringer" } as never,
    soundsUrl: () => Promise.resolve("/sounds/"),
    settings: () => ({
      sounds: { ...defaultSettings.sounds, ringVolume },
      alerts: defaultSettings.alerts,
    }),
    play: (sound) => {
      played.push(sound);
      return () => undefined;
    },
  });
  async function lose(): Promise<object[]> {
    store.dispatch(legChanged({ line: "line1", leg: { ...leg, status: "reconnecting" } }));
    await Promise.resolve();
    store.dispatch(legChanged({ line: "line1", leg }));
    return played;
  }
  return { store, timers, played, lose };
}

test("[SN41] an urgent failure sounds on the ringer device even in a call, at most once in two seconds", async () => {
  const { store, timers, played, lose } = aWarning("screening");

  expect(await lose()).toEqual([{ url: "/sounds/warning.wav", volume: 0.4, output: "ringer" }]);
  expect(await lose()).toHaveLength(1);
  timers.forEach((run) => run());
  expect(await lose()).toHaveLength(2);

  timers.forEach((run) => run());
  const notice = { tone: "failure" as const, code: null, line: "line1" as const };
  store.dispatch(noticed({ ...notice, id: "plain", words: "Nothing that interrupts" }));
  const urgent = {
    ...notice,
    id: "microphone:line1",
    words: "It has stopped",
    urgent: true as const,
  };
  store.dispatch(noticed(urgent));
  await Promise.resolve();
  expect(played).toHaveLength(3);
});

test("[SN41] never sounds on air, at volume zero or in a read-only tab", async () => {
  expect(await aWarning("on_air").lose()).toEqual([]);
  expect(await aWarning("screening", 0).lose()).toEqual([]);
  const other = aWarning("screening");
  other.store.dispatch(tabChanged(false));
  expect(await other.lose()).toEqual([]);
});
