import { describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

/** Moves the page's clock. Each second a heartbeat arrives, and sound if the far end sends. */
async function pass(seconds: number, sends: boolean) {
  for (let second = 0; second < seconds; second += 1) {
    await tab.evaluate(async (goesOn) => {
      lab.newest().sayRaw("\n");
      if (goesOn) {
        await lab.farEnd()?.sendOn();
      }
    }, sends);
    await tab.run(1_000);
  }
}

async function startProductCall(sends: boolean) {
  await tab.evaluate(async (farSends) => {
    lab.answerCalls({ sends: farSends });
    lab.answerRestarts();
    const { device } = await lab.productDevice();
    const seen: string[] = [];
    const call = await device.connect({}, ({ type }) => seen.push(type));
    await lab.until(() => seen.includes("accepted"));
    Object.assign(window, { device: { destroy: () => call.disconnect() }, seen });
  }, sends);
}

/** Returns the reported states of the path, and the number of reinvites and sockets. */
function readPath() {
  return tab.evaluate(() => {
    const { seen } = window as unknown as { seen: string[] };
    const frames = lab.newest().sent.filter((frame) => typeof frame === "object");
    return {
      said: seen.filter((type) => type.startsWith("reconnect")),
      reinvites: frames.filter(({ type }) => type === "reinvite").length,
      sockets: lab.sockets.length,
    };
  });
}

const asBefore = { said: [], reinvites: 0, sockets: 1 };

describe("the path of a call", () => {
  test("[VD93] is replaced after 3 s without sound, even if the far end answers the connectivity checks", async () => {
    await startProductCall(true);
    await pass(7, true);
    const before = await readPath();

    await tab.evaluate(() => lab.farEnd()?.send(false));
    while ((await readPath()).reinvites === 0) {
      await pass(1, false);
    }
    const path = await tab.evaluate(() => lab.farEnd()?.peer.iceConnectionState);
    await tab.evaluate(() => lab.farEnd()?.send(true));
    while (!(await readPath()).said.includes("reconnected")) {
      await pass(1, true);
    }

    expect(before).toEqual(asBefore);
    expect(path).toMatch(/^(?:connected|completed|checking)$/);
    expect(await readPath()).toEqual({
      said: ["reconnecting", "reconnected"],
      reinvites: 1,
      sockets: 1,
    });
  });

  test("[VD93] is not replaced before it has carried any sound", async () => {
    await startProductCall(false);

    await pass(12, false);

    expect(await readPath()).toEqual(asBefore);
  });
});
