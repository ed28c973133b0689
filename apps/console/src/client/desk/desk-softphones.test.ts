import { expect, test } from "vitest";

import { createStore } from "../store/store.ts";
import { DeskSoftphones } from "./desk-softphones.ts";

test("[LN10] both lines use the one input and the one output device that are chosen", async () => {
  const used: [input: string, output: string][][] = [];
  const softphones = new DeskSoftphones({
    store: createStore(),
    open: () => {
      const line: [string, string][] = [];
      used.push(line);
      return Promise.resolve({
        register: () => Promise.resolve(),
        updateToken: () => undefined,
        useDevices: async (input, output) => void line.push([input, output]),
        close: () => undefined,
        unregister: () => Promise.resolve(),
        openMicrophone: () => () => undefined,
        connect: () => Promise.reject(new TypeError("nobody calls here")),
      });
    },
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    schedule: () => () => undefined,
    listener: {
      onMicrophone: () => undefined,
      onLegEnded: () => undefined,
      onTrouble: () => undefined,
      onMeasured: () => undefined,
    },
    log: () => undefined,
  });
  await Promise.all([softphones.line1.device.register(), softphones.line2.device.register()]);

  softphones.useDevices("headset", "speakers");

  expect(used).toEqual([[["headset", "speakers"]], [["headset", "speakers"]]]);
});
