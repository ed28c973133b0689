import { describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

const INVALID_STATE = /^InvalidStateError: /;

describe("the states of a device", () => {
  test("[VD3] registers from unregistered alone, and unregisters from registered alone", async () => {
    const result = await tab.evaluate(async () => {
      const { failure } = lab;
      const device = lab.device();
      const early = await failure(() => device.unregister());
      const registering = device.register();
      const meanwhile = [
        await failure(() => device.register()),
        await failure(() => device.unregister()),
      ];
      await registering;
      const twice = await failure(() => device.register());
      await device.unregister();
      const unregistered = device.state;
      await device.register();
      const again = device.state;
      device.destroy();
      const late = [
        await failure(() => device.register()),
        await failure(() => device.unregister()),
      ];
      return { refused: [early, ...meanwhile, twice, ...late], unregistered, again };
    });

    expect(result.refused).toEqual(result.refused.map(() => expect.stringMatching(INVALID_STATE)));
    expect([result.unregistered, result.again]).toEqual(["unregistered", "registered"]);
  });

  test("[VD3] a destroyed device takes neither options nor a token", async () => {
    const refused = await tab.evaluate(async () => {
      const device = await lab.registered();
      const before = [
        await lab.failure(() => device.updateOptions({})),
        await lab.failure(() => device.updateToken("b.c.d")),
      ];
      device.destroy();
      return [
        ...before,
        await lab.failure(() => device.updateOptions({})),
        await lab.failure(() => device.updateToken("b.c.d")),
      ];
    });

    expect(refused).toEqual([
      null,
      null,
      expect.stringMatching(INVALID_STATE),
      expect.stringMatching(INVALID_STATE),
    ]);
  });

  test("[VD7] [VE8] reports what comes in, what goes wrong and a token that will expire", async () => {
    await tab.evaluate(async () => {
      lab.script.ttlS = 30;
      const device = await lab.registered();
      const { events: received, to } = lab.listen(device);
      Object.assign(window, { received });
      to("incoming", "error", "tokenWillExpire");
      await lab.ring(lab.newest());
      lab.newest().say("error", { error: { code: 31206, message: "slow down" } });
    });
    await tab.run(20_000);

    const names = await tab.evaluate(() => {
      const { received } = window as unknown as { received: { name: string }[] };
      return received.map(({ name }) => name);
    });
    expect(names.toSorted()).toEqual(["error", "incoming", "tokenWillExpire"]);
  });

  test.each([
    [30, 20_000],
    [900, 890_000],
  ])("[VD8] a token of %i s is told to expire after %i ms", async (ttlS, afterMs) => {
    await tab.evaluate(async (ttl) => {
      lab.script.ttlS = ttl;
      const device = await lab.registered();
      Object.assign(window, { received: lab.listen(device).to("tokenWillExpire") });
    }, ttlS);
    function countReceived(): Promise<number> {
      return tab.evaluate(() => (window as unknown as { received: object[] }).received.length);
    }

    await tab.evaluate(() => lab.newest().sayRaw("\n"));
    const beats = Math.floor((afterMs - 1) / 10_000);
    for (let beat = 0; beat < beats; beat += 1) {
      await tab.run(10_000);
      await tab.evaluate(() => lab.newest().sayRaw("\n"));
    }
    await tab.run(afterMs - 1 - beats * 10_000);
    const early = await countReceived();
    await tab.run(1);

    expect([early, await countReceived()]).toEqual([0, 1]);
  });

  test("[VD10] a token that is not a string is refused, at the start and later", async () => {
    const refused = await tab.evaluate(async () => {
      const device = lab.device();
      return [
        await lab.failure(() => new lab.sdk.Device(42 as unknown as string, lab.options())),
        await lab.failure(() => device.updateToken(null as unknown as string)),
      ];
    });

    const words = `InvalidArgumentError: Parameter "token" must be of type "string".`;
    expect(refused).toEqual([words, words]);
  });

  test("[VD38] the presence of a registered device is sent again every 30 s, and of no other", async () => {
    await tab.evaluate(async () => {
      await lab.registered();
    });
    async function countAfter(ms: number): Promise<number> {
      for (let past = 0; past < ms; past += 10_000) {
        await tab.run(10_000);
        await tab.evaluate(() => lab.newest().sayRaw("\n"));
      }
      return tab.evaluate(() => lab.newest().frames("register").length);
    }

    const counts = [await countAfter(0), await countAfter(30_000), await countAfter(60_000)];

    expect(counts).toEqual([1, 2, 4]);
  });

  test("[VD74] half an hour in the background leaves a device registered, on one socket, as the exchange has it", async () => {
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

  test("[VD35] the reconnect timeout goes to signalling in seconds, rounded up, at most 30; ours is 30", async () => {
    const sent = await tab.evaluate(async () => {
      const timeouts: unknown[] = [];
      for (const ms of [undefined, 100, 1_001, 29_500, 45_000]) {
        await lab.registered(ms === undefined ? {} : { maxCallSignalingTimeoutMs: ms });
        timeouts.push(lab.newest().frames("listen")[0]?.payload["reconnectTimeout"]);
      }
      return timeouts;
    });

    expect(sent).toEqual([30, 1, 2, 30, 30]);
  });

  test("[VD38] twenty listeners are a device's limit, and its packets are marked", async () => {
    const result = await tab.evaluate(async () => {
      const { device } = await lab.productDevice();
      const plain = lab.device();
      const marked: unknown = Reflect.get(Reflect.get(plain, "_options") as object, "dscp");
      device.close();
      return { marked, limits: lab.listenerLimits() };
    });

    expect(result).toEqual({ marked: true, limits: [20] });
  });
});

describe("where a device connects", () => {
  const edges =
    "sydney sao-paulo dublin frankfurt tokyo singapore ashburn umatilla roaming ashburn-ix san-jose-ix london-ix frankfurt-ix singapore-ix sydney-ix tokyo-ix".split(
      " ",
    );

  test("[VD21] [VD65] to /signal on the host of its edge, by default of roaming, or on our own origin", async () => {
    const urls = await tab.evaluate(async (names) => {
      const opened: string[] = [];
      for (const edge of names) {
        await lab.device({}, { signallingHost: null, edge }).register();
        opened.push(lab.newest().url);
      }
      await lab.device({ edge: undefined }, { signallingHost: null }).register();
      opened.push(lab.newest().url);
      await lab.registered();
      return [...opened, lab.newest().url];
    }, edges);

    expect(urls).toEqual([
      ...edges.map((edge) => `wss://voice-js.${edge}.twilio.com/signal`),
      "wss://voice-js.roaming.twilio.com/signal",
      "wss://desk.test/signal",
    ]);
  });

  test("[VD21] an edge is a string or an array of strings, of which the first is tried first", async () => {
    const result = await tab.evaluate(async () => {
      const device = lab.device({ edge: ["tokyo", "sydney"] }, { signallingHost: null });
      await device.register();
      const edge = 7 as unknown as string;
      return {
        url: lab.newest().url,
        wrong: await lab.failure(() => device.updateOptions({ edge })),
      };
    });

    expect(result.url).toBe("wss://voice-js.tokyo.twilio.com/signal");
    expect(result.wrong).toMatch(
      /`edge` is provided, it must be of type `string` or an array of st/,
    );
  });
});

describe("what a device cannot do", () => {
  test("[VD29] a browser without WebRTC, and the legacy Edge, get NotSupportedError", async () => {
    const refused = await tab.evaluate(async () => {
      const { RTCPeerConnection: peer } = window;
      Reflect.deleteProperty(window, "RTCPeerConnection");
      Reflect.deleteProperty(window, "webkitRTCPeerConnection");
      const noWebRtc = await lab.failure(() => lab.device());
      window.RTCPeerConnection = peer;
      const legacy = "Mozilla/5.0 (Windows NT 10.0) Chrome/64.0 Safari/537.36 Edge/17.17134";
      Object.defineProperty(navigator, "userAgent", { value: legacy, configurable: true });
      const edge = await lab.failure(() => lab.device());
      Reflect.deleteProperty(navigator, "userAgent");
      return [noWebRtc, edge, await lab.failure(() => lab.device())];
    });

    expect(refused).toEqual([
      expect.stringMatching(/^NotSupportedError: .*WebRTC/s),
      expect.stringMatching(/^NotSupportedError: Microsoft Edge Legacy/),
      null,
    ]);
  });

  test("[VD23] sets no output device that is missing, and not none", async () => {
    const refused = await tab.evaluate(async () => {
      const speakers = lab.device().audio?.speakerDevices;
      return [
        await lab.failure(() => speakers?.set([])),
        await lab.failure(() => speakers?.set(["gone", "lost"])),
      ];
    });

    expect(refused).toEqual([
      "InvalidArgumentError: Must specify at least one device to set",
      "InvalidArgumentError: Devices not found: gone, lost",
    ]);
  });

  test("[VD31] plays no tone of a name that it does not know", async () => {
    const refused = await tab.evaluate(async () => {
      lab.device();
      const player = Reflect.get(lab.sdk.Device, "_dialtonePlayer") as { play(name: string): void };
      return [
        await lab.failure(() => player.play("dtmf12")),
        await lab.failure(() => player.play("dtmf1")),
      ];
    });

    expect(refused).toEqual(["InvalidArgumentError: Invalid DTMF sound name", null]);
  });

  test("[VD38] what the SDK logs begins with TwilioVoice", async () => {
    const lines: string[] = [];
    tab.page.on("console", (message) => lines.push(message.text()));

    await tab.evaluate(async () => {
      await lab.registered();
      lab.newest().say("error", { error: { code: 31206, message: "slow down" } });
    });
    tab.page.removeAllListeners("console");

    expect(lines.filter((line) => line.startsWith("[TwilioVoice][Device]")).length).toBeGreaterThan(
      0,
    );
  });
});

describe("the sounds of a device", () => {
  test("[VD59] disconnect and outgoing stop after 3 s, a digit after 1 s, and incoming loops", async () => {
    const made = await tab.evaluate(() => {
      const sounds: Record<string, object> = {};
      class Sound {
        constructor(
          name: string,
          _url: string,
          options: { maxDuration: number; shouldLoop: boolean },
        ) {
          const { maxDuration, shouldLoop } = options;
          sounds[name] = { maxDuration: maxDuration ?? null, shouldLoop: shouldLoop ?? false };
        }
        stop(): void {}
      }
      lab.device({ Sound });
      return sounds;
    });

    const digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "s", "h"];
    expect(made).toEqual({
      ...Object.fromEntries(
        digits.map((digit) => [`dtmf${digit}`, { maxDuration: 1_000, shouldLoop: false }]),
      ),
      disconnect: { maxDuration: 3_000, shouldLoop: false },
      outgoing: { maxDuration: 3_000, shouldLoop: false },
      incoming: { maxDuration: null, shouldLoop: true },
    });
  });

  test("[VD59] a tone that the browser makes has gain 0.1 and lasts 0.1 s", async () => {
    const result = await tab.evaluate(() => {
      lab.device();
      const stops: number[] = [];
      const gains: number[] = [];
      const tone = OscillatorNode.prototype;
      const [stop, connect] = ["stop", "connect"].map(
        (name) => Reflect.get(tone, name) as (...given: unknown[]) => unknown,
      );
      Object.assign(tone, {
        stop(this: OscillatorNode, when: number) {
          stops.push(when - this.context.currentTime);
          return Reflect.apply(stop ?? String, this, [when]);
        },
        connect(this: OscillatorNode, to: AudioNode) {
          gains.push(to instanceof GainNode ? to.gain.value : -1);
          return Reflect.apply(connect ?? String, this, [to]);
        },
      });
      const player = Reflect.get(lab.sdk.Device, "_dialtonePlayer") as { play(name: string): void };
      player.play("dtmf5");
      Object.assign(tone, { stop, connect });
      return { stops, gains };
    });

    expect(result.gains).toEqual([expect.closeTo(0.1, 5), expect.closeTo(0.1, 5)]);
    expect(result.stops).toEqual([expect.closeTo(0.1, 2), expect.closeTo(0.1, 2)]);
  });
});
