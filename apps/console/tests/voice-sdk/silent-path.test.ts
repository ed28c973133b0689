import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import { SdkLab } from "./sdk-lab.ts";

declare const lab: Lab;

let page: SdkLab["page"];
let opened: SdkLab;

beforeAll(async () => {
  opened = await SdkLab.open();
  ({ page } = opened);
});
afterEach(() => page.evaluate(() => lab.reset()));
afterAll(() => opened?.close());

/** Seconds of the page's clock, in each of which packets have the time to come. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await page.evaluate(() => pauseForReal(150));
    await opened.run(1_000);
  }
}

async function startProductCall(sends: boolean) {
  await page.evaluate(async (farSends) => {
    lab.answerCalls({ sends: farSends });
    lab.answerRestarts();
    const { device } = await lab.productDevice();
    const seen: string[] = [];
    const call = await device.connect({}, ({ type }) => seen.push(type));
    await lab.until(() => seen.includes("accepted"));
    Object.assign(window, { device: { destroy: () => call.disconnect() }, seen });
  }, sends);
}

async function readPath(): Promise<string[]> {
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  return seen.filter((type) => type.startsWith("reconnect"));
}

describe("the path of a call", () => {
  test("[VD93] one that has brought sound and brings none for 3 s is sought anew, though its own checks go on", async () => {
    await startProductCall(true);
    await pass(7);
    const before = await readPath();

    await page.evaluate(() => lab.farEnd()?.send(false));
    await pass(5);
    const path = await page.evaluate(() => lab.farEnd()?.peer.iceConnectionState);
    await page.evaluate(() => lab.farEnd()?.send(true));
    await pass(4);

    expect(before).toEqual([]);
    expect(path).toMatch(/^(?:connected|completed|checking)$/);
    expect(await readPath()).toEqual(["reconnecting", "reconnected"]);
  });

  test("[VD93] one that has brought nothing yet waits for its answer", async () => {
    await startProductCall(false);

    await pass(12);

    expect(await readPath()).toEqual([]);
  });
});
