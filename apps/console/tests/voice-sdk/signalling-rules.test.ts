import { describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

function countSockets(): Promise<number> {
  return tab.evaluate(() => lab.sockets.length);
}

/** A device that is registered; what it says stands in `window.received`. */
function registered(more: object = {}): Promise<void> {
  return tab.evaluate(async (options) => {
    const device = await lab.registered(options);
    const received = lab.listen(device).to("error", "registered", "unregistered");
    Object.assign(window, { received, device });
  }, more);
}

function readReceived(): Promise<{ name: string; code?: number; value?: unknown }[]> {
  return tab.evaluate(() => (window as unknown as { received: { name: string }[] }).received);
}

/** When each socket since the first was opened, counted from when the last of these was lost. */
function delays(): Promise<number[]> {
  return tab.evaluate(() =>
    lab.sockets.slice(1).map((one, index) => one.openedAt - (lab.sockets[index]?.lostAt ?? 0)),
  );
}

/** Every socket that is opened is lost at once, for so long; in steps, as timers follow timers. */
async function loseAll(ms: number, random: number): Promise<void> {
  await tab.evaluate((value) => {
    Math.random = () => value;
    Object.assign(lab.script, { isUp: false, isLost: true });
    lab.newest().drop(1006);
  }, random);
  await tab.run(ms);
}

describe("the socket of a device", () => {
  test("[VD32] that is not open after 5 s is given up for another", async () => {
    await tab.evaluate(() => {
      lab.script.isUp = false;
      Math.random = () => 0;
      void lab.device().register();
    });
    await tab.run(4_999);
    const before = await countSockets();
    await tab.run(101);

    expect([before, await countSockets()]).toEqual([1, 2]);
  });

  test("[VD32] that is silent for 15 s is given up for another; any frame will do", async () => {
    await registered();
    await tab.run(14_000);
    await tab.evaluate(() => lab.newest().sayRaw("\n"));
    await tab.run(14_999);
    const before = await countSockets();
    const answered = await tab.evaluate(() => lab.newest().sent.includes("\n"));
    await tab.run(200);

    expect([before, await countSockets(), answered]).toEqual([1, 2, true]);
  });

  test("[VD32] is tried again after 100 ms, then twice as long each time, less or more by 40 percent", async () => {
    await registered();
    await loseAll(3_200, 0);
    const even = await delays();
    await tab.evaluate(() => lab.reset());
    await registered();
    await loseAll(4_400, 0.99);
    const later = await delays();

    expect(even).toEqual([100, 200, 400, 800, 1_600]);
    expect(later.slice(0, 4)).toEqual(
      [100, 200, 400, 800].map((ms) => ms + Math.floor(0.396 * ms)),
    );
  });

  test("[VD35] of no call is tried at least every 20 s, for ever", async () => {
    await registered();
    await loseAll(10 * 60_000, 0);

    const waits = await delays();
    expect(Math.max(...waits)).toBe(20_000);
    expect(waits.slice(-5)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000]);
  });

  test.each([
    [15_000, 15_000],
    [undefined, 30_000],
  ])(
    "[VD35] of a call is tried where it was at most a second apart, for %s ms (ours: 30 s), then elsewhere",
    async (maxCallSignalingTimeoutMs, forMs) => {
      await tab.evaluate(async (timeout) => {
        lab.answerCalls();
        const more = timeout === undefined ? {} : { maxCallSignalingTimeoutMs: timeout };
        const edges = { edge: ["sydney", "tokyo"] };
        const device = lab.device({ ...edges, ...more }, { signallingHost: null });
        await device.register();
        const call = await device.connect();
        await lab.until(() => call.status() === "open");
      }, maxCallSignalingTimeoutMs);
      await loseAll(forMs + 60_000, 0);

      const tries = await tab.evaluate(() => {
        const [first] = lab.sockets;
        return lab.sockets.slice(1).map(({ url, openedAt }) => ({
          edge: new URL(url).host.split(".")[1],
          at: openedAt - (first?.lostAt ?? 0),
        }));
      });
      // The edge that the signalling named when it connected.
      const preferred = tries.filter(({ edge }) => edge === "ashburn");
      const others = tries.filter(({ edge }) => edge !== "ashburn");
      const apart = preferred.slice(1).map(({ at }, index) => at - (preferred[index]?.at ?? 0));
      expect(Math.max(...apart)).toBe(1_000);
      expect(preferred.at(-1)?.at).toBeGreaterThan(forMs - 2_000);
      expect(preferred.at(-1)?.at).toBeLessThanOrEqual(forMs + 1_000);
      expect(new Set(others.map(({ edge }) => edge))).toEqual(new Set(["sydney", "tokyo"]));
    },
  );

  test("[VD32] [VD6] is connecting, open or closed, and a registered device comes back with it", async () => {
    const states = await tab.evaluate(async () => {
      lab.script.isUp = false;
      const device = lab.device();
      const registering = device.register();
      const read = (): unknown => {
        const stream = Reflect.get(device, "_stream") as { transport: { state: string } };
        return stream.transport.state;
      };
      const seen = [read()];
      lab.newest().open();
      await registering;
      seen.push(read());
      const { transport } = Reflect.get(device, "_stream") as { transport: { state: string } };
      device.destroy();
      lab.script.isUp = true;
      return [...seen, transport.state];
    });
    await registered();
    await tab.evaluate(() => {
      Math.random = () => 0;
      lab.newest().drop(1006);
    });
    await tab.run(200);

    expect(states).toEqual(["connecting", "open", "closed"]);
    expect((await readReceived()).map(({ name }) => name)).toEqual([
      "error",
      "unregistered",
      "registered",
    ]);
  });
});

describe("what goes wrong with the socket of a device", () => {
  test.each([
    ["[VE9] ends with 1006", 1006, [31_005]],
    ["[VE9] ends with 1015", 1015, [31_005]],
    ["[VE9] ends in order", 1000, []],
  ])("%s", async (_what, code, codes) => {
    await registered();

    await tab.evaluate((reason) => lab.newest().drop(reason), code);

    const errors = (await readReceived()).filter(({ name }) => name === "error");
    expect(errors.map((error) => error.code)).toEqual(codes);
  });

  test("[VE9] fails, is closed without a reason, or cannot be made: 31000", async () => {
    await registered();
    await tab.evaluate(() => lab.newest().fail());
    await tab.evaluate(() => {
      const { device } = window as unknown as { device: object };
      const stream = Reflect.get(device, "_stream") as {
        transport: { emit(name: string): void };
      };
      stream.transport.emit("error");
    });
    const failed = (await readReceived()).filter(({ name }) => name === "error");
    await tab.evaluate(() => {
      lab.reset();
      Math.random = () => 0;
    });
    await registered();
    await tab.evaluate(() => {
      lab.script.throws = true;
      lab.newest().drop(1000);
    });
    await tab.run(150);
    const unmade = (await readReceived()).filter(({ name }) => name === "error");

    expect([...failed, ...unmade].map(({ code }) => code)).toEqual([31_000, 31_000, 31_000]);
  });

  test("[VE9] cannot send: 31009, and what was to be said is said when it is open again", async () => {
    await registered();
    await tab.evaluate(() => {
      const { device } = window as unknown as { device: object };
      lab.newest().readyState = 3;
      const stream = Reflect.get(device, "_stream") as {
        hangup(sid: string): void;
        register(media: object): void;
      };
      stream.hangup("CA1");
      stream.register({ audio: true });
      Math.random = () => 0;
      lab.newest().drop(1006);
    });
    await tab.run(200);

    const [codes, frames] = [
      (await readReceived()).filter(({ name }) => name === "error").map(({ code }) => code),
      await tab.evaluate(() =>
        lab
          .newest()
          .frames("hangup")
          .map(({ payload }) => payload),
      ),
    ];
    expect(codes.slice(0, 2)).toEqual([31_009, 31_009]);
    expect(frames).toEqual([{ callsid: "CA1" }]);
  });
});
