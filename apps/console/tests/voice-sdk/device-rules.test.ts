import { describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

describe("a device", () => {
  test("[VD74] keeps its socket for half an hour in the background, and renews its registration at the exchange", async () => {
    await tab.evaluate(async () => {
      const hidden = { value: "hidden", configurable: true };
      Object.defineProperty(document, "visibilityState", hidden);
      document.dispatchEvent(new Event("visibilitychange"));
      Object.assign(window, { device: await lab.registered() });
    });
    for (let beat = 0; beat < 180; beat += 1) {
      await tab.run(10_000);
      await tab.evaluate(() => lab.newest().sayRaw("\n"));
    }

    const result = await tab.evaluate(() => {
      Reflect.deleteProperty(document, "visibilityState");
      const { device } = window as unknown as { device: { state: string } };
      const [socket] = lab.sockets;
      const answered = socket?.sent.filter((one) => one === "\n").length;
      const presence = socket?.frames("register").map(({ payload }) => payload["media"]);
      return { state: device.state, sockets: lab.sockets.length, answered, presence };
    });
    expect(result).toMatchObject({ state: "registered", sockets: 1, answered: 180 });
    expect(result.presence).toEqual(Array.from({ length: 61 }, () => ({ audio: true })));
  });

  test("[VD35] sends the reconnect timeout in seconds, rounded up and at most 30; the console's timeout is 15 s", async () => {
    const sent = await tab.evaluate(async () => {
      const timeouts: unknown[] = [];
      for (const ms of [undefined, 100, 1_001, 29_500, 45_000]) {
        await lab.registered(ms === undefined ? {} : { maxCallSignalingTimeoutMs: ms });
        timeouts.push(lab.newest().frames("listen")[0]?.payload["reconnectTimeout"]);
      }
      return timeouts;
    });

    expect(sent).toEqual([15, 1, 2, 30, 30]);
  });
});
