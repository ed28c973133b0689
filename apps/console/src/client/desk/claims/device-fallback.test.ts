import { expect, test } from "vitest";

import type { AudioChoice } from "../../audio/audio-devices.ts";
import { stationOpened } from "../../store/calls-slice.ts";
import { directCallChanged, legChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { replaceLostDevices } from "./device-fallback.ts";

function aDesk(chosen: Record<string, string>) {
  const store = createStore();
  store.dispatch(stationOpened("station"));
  const machine = { inputs: [] as AudioChoice[], outputs: [] as AudioChoice[] };
  let plug: () => void = () => undefined;
  const devices = {
    get inputs() {
      return machine.inputs;
    },
    get outputs() {
      return machine.outputs;
    },
    refresh: () => Promise.resolve(),
    onChange(listener: () => void) {
      plug = listener;
      return () => undefined;
    },
  };
  replaceLostDevices({
    store,
    devices,
    chosen: (_station, kind) => chosen[kind] ?? "default",
    choose: (_station, kind, device) => void (chosen[kind] = device),
  });
  return {
    store,
    chosen,
    plug(inputs: string[], outputs: string[]) {
      const toChoice = (id: string): AudioChoice => ({ id, label: id });
      Object.assign(machine, { inputs: inputs.map(toChoice), outputs: outputs.map(toChoice) });
      plug();
    },
    words: () => store.getState().desk.notices.map(({ words, line }) => [words, line]),
  };
}

test("[SK8] a missing device is replaced by `default`, and the person is notified", () => {
  const desk = aDesk({ input: "headset", output: "headset-out", ringer: "speaker" });

  desk.plug(["headset"], ["headset-out", "speaker"]);
  expect(desk.words()).toEqual([]);
  desk.plug(["built-in"], ["speaker"]);

  expect(desk.chosen).toEqual({ input: "default", output: "default", ringer: "speaker" });
  expect(desk.words()).toEqual([
    ["Your microphone is disconnected. The default one is in use", null],
    ["Your speaker is disconnected. Calls play on the default output", null],
  ]);
});

test("[SN3] during a call the line shows a lost microphone, and a new device changes nothing automatically", () => {
  const desk = aDesk({ input: "headset" });
  const leg = { status: "connecting", callId: "c1", since: "", muted: false } as const;
  desk.store.dispatch(legChanged({ line: "line2", leg }));
  desk.plug(["headset"], []);

  desk.plug([], []);
  desk.plug(["headset"], []);

  expect(desk.chosen).toEqual({ input: "default" });
  expect(desk.words()).toEqual([
    ["Your microphone is disconnected. The default one is in use", "line2"],
  ]);
});

test("[SN3] [VD73] in a call to the softphone the line shows a lost microphone", () => {
  const desk = aDesk({ input: "headset" });
  const call = { status: "talking", id: "CA1", from: "", since: "", muted: false } as const;
  desk.store.dispatch(directCallChanged({ line: "line2", call }));
  desk.plug(["headset"], []);

  desk.plug([], []);

  expect(desk.words()).toEqual([
    ["Your microphone is disconnected. The default one is in use", "line2"],
  ]);
});

test("[SK8] no device is replaced before the browser lists any device", () => {
  const desk = aDesk({ input: "headset", ringer: "speaker" });

  desk.plug([], []);

  expect(desk.chosen).toEqual({ input: "headset", ringer: "speaker" });
  expect(desk.words()).toEqual([]);
});
