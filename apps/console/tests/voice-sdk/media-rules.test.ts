import { describe, expect, test } from "vitest";

import type { Lab } from "./lab-page.ts";
import type { Measures } from "./lab-peer.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

interface Held {
  received: { name: string; code?: number; value?: unknown }[];
}

function readReceived(): Promise<Held["received"]> {
  return tab.evaluate(() => (window as unknown as Held).received);
}

/** A call that is answered, over a peer whose state can be said. */
function startCall(more: object = {}): Promise<void> {
  return tab.evaluate(async (options) => {
    lab.answerCalls();
    const device = await lab.registered({ ...options, RTCPeerConnection: lab.LabPeer });
    const call = await device.connect();
    await lab.until(() => call.status() === "open");
    const names = ["warning", "warning-cleared", "reconnecting", "reconnected", "sample", "volume"];
    Object.assign(window, { device, call, received: lab.listen(call).to(...names, "error") });
  }, more);
}

describe("one call at a time", () => {
  test("[VD14] [VD18] a busy device makes no second call, and is not rung unless it wants to be", async () => {
    const result = await tab.evaluate(async () => {
      lab.answerCalls();
      const busy = await lab.registered();
      const waiting = await lab.registered({ allowIncomingWhileBusy: true });
      const seen: Record<string, string[]> = {};
      for (const [name, device, socket] of [
        ["busy", busy, lab.sockets[0]],
        ["waiting", waiting, lab.sockets[1]],
      ] as const) {
        const rung = lab.listen(device).to("incoming");
        const call = await device.connect();
        await lab.until(() => call.status() === "open");
        await lab.ring(socket ?? lab.newest());
        await lab.until(() => rung.length > 0 || name === "busy");
        seen[name] = [
          String(await lab.failure(() => device.connect())),
          ...rung.map((one) => one.name),
        ];
      }
      const [first, second] = [Reflect.get(waiting, "_activeCall") as object, waiting.calls[0]];
      second?.accept();
      await lab.until(() => Reflect.get(waiting, "_activeCall") === second);
      return { seen, ended: (first as { status(): string }).status() };
    });

    const refused = "InvalidStateError: A Call is already active";
    expect(result.seen).toEqual({ busy: [refused], waiting: [refused, "incoming"] });
    expect(result.ended).toBe("closed");
  });

  test("[VD14] accepting one of three that ring makes it active and ignores the others", async () => {
    const result = await tab.evaluate(async () => {
      const { device, events } = await lab.productDevice();
      for (const from of ["client:one", "client:two", "client:three"]) {
        await lab.ring(lab.newest(), { From: from });
      }
      await lab.until(() => events.filter(({ type }) => type === "incoming").length === 3);
      const [, second] = events.flatMap((one) => (one.type === "incoming" ? [one.call] : []));
      const seen: string[] = [];
      second?.accept(({ type }) => seen.push(type));
      await lab.until(() => seen.includes("accepted"));
      const gone = events.flatMap((one) => (one.type === "incomingEnded" ? [one.call.from] : []));
      const answers = lab.newest().frames("answer").length;
      const rejects = lab.newest().frames("reject").length;
      device.close();
      return { seen, gone, answers, rejects };
    });

    expect(result.seen[0]).toBe("accepted");
    expect(result.gone.toSorted()).toEqual(["client:one", "client:three", "client:two"]);
    expect([result.answers, result.rejects]).toEqual([1, 0]);
  });

  test("[VD17] a call is let go of when it is cancelled, ended, rejected, or closed by an error", async () => {
    const result = await tab.evaluate(async () => {
      const { device, events } = await lab.productDevice();
      const rung = () => events.flatMap((one) => (one.type === "incoming" ? [one.call] : []));
      const gone = () => events.filter(({ type }) => type === "incomingEnded").length;
      const counts: number[] = [];
      const cancelled = await lab.ring(lab.newest());
      await lab.until(() => rung().length === 1);
      lab.newest().say("cancel", { callsid: cancelled });
      await lab.until(() => gone() === 1);
      counts.push(gone());
      await lab.ring(lab.newest());
      await lab.until(() => rung().length === 2);
      rung()[1]?.reject();
      await lab.until(() => gone() === 2);
      counts.push(gone());
      const ended = await lab.ring(lab.newest());
      await lab.until(() => rung().length === 3);
      const seen: string[] = [];
      rung()[2]?.accept(({ type }) => seen.push(type));
      await lab.until(() => seen.includes("accepted"));
      lab.newest().say("hangup", { callsid: ended, error: { code: 31_486, message: "busy" } });
      await lab.until(() => seen.includes("ended"));
      device.close();
      return { counts, seen: seen.filter((type) => type !== "sampled") };
    });

    expect(result.counts).toEqual([1, 2]);
    expect(result.seen).toEqual(["accepted", "failed", "measured", "ended"]);
  });

  test("[VD19] a connectToken must be readable, and name a call and its reconnect token", async () => {
    const refused = await tab.evaluate(async () => {
      const device = await lab.registered();
      const tokens = ["%", btoa("no json"), ...[{}, { parameters: {} }].map(encode)];
      const whole = { parameters: { CallSid: "CA1" } };
      function encode(parts: object): string {
        return btoa(encodeURIComponent(JSON.stringify(parts)));
      }
      const answers = [];
      for (const connectToken of [...tokens, encode(whole)]) {
        answers.push(await lab.failure(() => device.connect({ connectToken })));
      }
      return answers;
    });

    const [unreadable, invalid] = ["Cannot parse connectToken", "Invalid connectToken"].map(
      (words) => `InvalidArgumentError: ${words}`,
    );
    expect(refused).toEqual([unreadable, unreadable, invalid, invalid, invalid]);
  });

  test("[VD20] the edge stays as it is during a call", async () => {
    const result = await tab.evaluate(async () => {
      lab.answerCalls();
      const device = lab.device({ edge: "sydney" }, { signallingHost: null });
      await device.register();
      const call = await device.connect();
      await lab.until(() => call.status() === "open");
      const during = await lab.failure(() => device.updateOptions({ edge: "tokyo" }));
      call.disconnect();
      await lab.until(() => !device.isBusy);
      return { during, after: await lab.failure(() => device.updateOptions({ edge: "tokyo" })) };
    });

    expect(result).toEqual({
      during: "InvalidStateError: Cannot change Edge while on an active Call",
      after: null,
    });
  });

  test("[VD28] an invite without a call's id or its description is malformed", async () => {
    const errors = await tab.evaluate(async () => {
      const device = await lab.registered();
      const seen = lab.listen(device).to("error", "incoming");
      lab.newest().say("invite", { callsid: "CA1" });
      lab.newest().say("invite", { sdp: "v=0" });
      return seen.map(({ name, code, message }) => ({ name, code, message }));
    });

    const malformed = { name: "error", code: 31_400 };
    expect(errors).toMatchObject([malformed, malformed]);
    expect(errors.every(({ message }) => message?.includes("Malformed invite from gateway"))).toBe(
      true,
    );
  });

  test("[VD38] a call is reported after 2 s at the latest, though its ringtone does not come", async () => {
    await tab.evaluate(async () => {
      class Sound {
        play(): Promise<void> {
          return new Promise(() => undefined);
        }
        stop(): void {}
      }
      const device = await lab.registered({ Sound });
      Object.assign(window, { received: lab.listen(device).to("incoming") });
      await lab.ring(lab.newest());
    });
    await tab.run(1_999);
    const early = await readReceived();
    await tab.run(1);

    expect([early.length, (await readReceived()).length]).toEqual([0, 1]);
  });
});

describe("what a call carries", () => {
  test("[VD38] PCMU is offered first, then Opus, in signalling 1.6", async () => {
    const result = await tab.evaluate(async () => {
      const device = await lab.registered();
      await device.connect();
      await lab.until(() => lab.newest().frames("invite").length === 1);
      const [frame] = lab.newest().frames("invite");
      const sdp = String(frame?.payload["sdp"]);
      const [, types = ""] = /^m=audio \d+ \S+ (.*)$/m.exec(sdp) ?? [];
      const names = types
        .trim()
        .split(" ")
        .map((type) => new RegExp(`^a=rtpmap:${type} (\\S+?)/`, "m").exec(sdp)?.[1]);
      return { codecs: names.slice(0, 2), version: frame?.version };
    });

    expect(result).toEqual({ codecs: ["PCMU", "opus"], version: "1.6" });
  });

  test("[VD38] a maximum average bitrate counts from 6000 to 510000, and not beyond", async () => {
    const offered = await tab.evaluate(async () => {
      const rates: unknown[] = [];
      for (const maxAverageBitrate of [5_999, 6_000, 510_000, 510_001]) {
        const device = await lab.registered({ maxAverageBitrate });
        await device.connect();
        await lab.until(() => lab.newest().frames("invite").length === 1);
        const sdp = String(lab.newest().frames("invite")[0]?.payload["sdp"]);
        rates.push(/maxaveragebitrate=(\d+)/.exec(sdp)?.[1] ?? null);
      }
      return rates;
    });

    expect(offered).toEqual([null, "6000", "510000", null]);
  });

  test("[VD25] a microphone is not taken out of a call, and one without sound is none", async () => {
    const refused = await tab.evaluate(async () => {
      lab.answerCalls();
      const silent = await lab.registered({ getUserMedia: async () => new MediaStream() });
      const failing = await silent.connect();
      const errors = lab.listen(failing).to("error");
      await lab.until(() => errors.length > 0);
      const device = await lab.registered();
      await lab.until(() => (device.audio?.availableInputDevices.size ?? 0) > 0);
      await device.audio?.setInputDevice(
        [...(device.audio?.availableInputDevices.keys() ?? [])][0] ?? "",
      );
      const call = await device.connect();
      await lab.until(() => call.status() === "open");
      return {
        code: errors[0]?.code,
        unset: await lab.failure(() => device.audio?.unsetInputDevice()),
        silent: await lab.failure(() => {
          const update = Reflect.get(device, "_updateInputStream") as (
            stream: MediaStream,
          ) => unknown;
          return update(new MediaStream());
        }),
      };
    });

    expect(refused).toEqual({
      code: 31_402,
      unset: "InvalidStateError: Cannot unset input device while a call is in progress.",
      silent: "InvalidArgumentError: Supplied input stream has no audio tracks",
    });
  });

  test.each([
    ["NotAllowedError", 31_401],
    ["NotFoundError", 31_402],
    ["NotReadableError", 31_402],
  ])("[VE13] a microphone that ends with %s gives %i", async (name, code) => {
    const errors = await tab.evaluate(async (reason) => {
      const getUserMedia = () => Promise.reject(new DOMException("no", reason));
      const device = await lab.registered({ getUserMedia });
      const call = await device.connect();
      const seen = lab.listen(call).to("error", "disconnect");
      await lab.until(() => seen.length > 1);
      return seen;
    }, name);

    expect(errors.find((error) => error.name === "error")?.code).toBe(code);
  });
});

describe("the media connection of a call", () => {
  test("[VD47] ICE disconnected warns, and clears when it is connected again; ICE failed reconnects", async () => {
    await startCall({ logLevel: "warn" });
    const logged: string[] = [];
    tab.page.on("console", (message) => logged.push(message.text()));

    await tab.evaluate(() => {
      lab.LabPeer.newest?.setIceState("connected");
      lab.LabPeer.newest?.setIceState("disconnected");
      lab.LabPeer.newest?.setIceState("connected");
      lab.LabPeer.newest?.setIceState("failed");
      lab.LabPeer.newest?.setIceState("connected");
    });
    // The restart of ICE that the SDK has planned by then.
    await tab.run(50);
    tab.page.removeAllListeners("console");

    const events = (await readReceived()).filter(
      ({ name }) => name !== "volume" && name !== "sample",
    );
    expect(events.map(({ name, value, code }) => [name, code ?? value])).toEqual([
      ["warning", "ice-connectivity-lost"],
      ["warning-cleared", "ice-connectivity-lost"],
      ["reconnecting", 53_405],
      ["warning-cleared", "ice-connectivity-lost"],
      ["reconnected", undefined],
    ]);
    expect(logged.join("\n")).toContain("Connection with Twilio was interrupted.");
  });

  test("[VD38] volume is told every 50 ms, and a sample every second", async () => {
    await startCall();

    for (let second = 0; second < 3; second += 1) {
      await tab.run(1_000);
    }

    await expect
      .poll(async () => (await readReceived()).filter(({ name }) => name === "sample").length)
      .toBe(3);
    expect((await readReceived()).filter(({ name }) => name === "volume").length).toBe(60);
  });

  const good: Measures = { jitter: 2, rtt: 40, lossPercent: 0 };
  test.each<[string, Partial<Measures>, string[]]>([
    ["jitter of 30", { jitter: 30 }, []],
    ["jitter above 30", { jitter: 31 }, ["high-jitter"]],
    ["rtt of 400", { rtt: 400 }, []],
    ["rtt above 400", { rtt: 401 }, ["high-rtt"]],
    ["1 percent lost", { lossPercent: 0.99 }, []],
    ["more than 1 percent lost", { lossPercent: 1.5 }, ["high-packet-loss"]],
    ["a mos below 3", { rtt: 900 }, ["high-rtt", "low-mos"]],
  ])("[VD50] %s", async (_what, bad, warnings) => {
    await startCall();
    await tab.evaluate((measures) => Object.assign(lab.LabPeer.newest ?? {}, { measures }), {
      ...good,
      ...bad,
    });

    for (let second = 0; second < 12; second += 1) {
      await tab.run(1_000);
      await tab.evaluate(() => lab.newest().sayRaw("\n"));
    }

    const warned = (await readReceived()).filter(({ name }) => name === "warning");
    const ofNetwork = warned
      .map(({ value }) => String(value))
      .filter((name) => !name.includes("level"));
    expect(ofNetwork.toSorted()).toEqual(warnings);
  });

  test("[VD41] ICE that gathers nothing, or not within 15 s, has failed", async () => {
    await tab.evaluate(async () => {
      const device = await lab.registered();
      // A relay that answers nothing keeps on being asked.
      const iceServers = [{ urls: "turn:192.0.2.1", username: "a", credential: "b" }];
      const rtcConfiguration = { iceServers, iceTransportPolicy: "relay" as const };
      const call = await device.connect({ rtcConfiguration });
      Object.assign(window, { received: lab.listen(call).to("reconnecting") });
      await lab.until(() => lab.newest().frames("invite").length === 1);
    });
    await tab.run(14_900);
    const early = await readReceived();
    await tab.run(200);
    const late = await readReceived();
    // Last of all: the SDK goes on to restart the ICE of a call that has ended.
    const none = await tab.evaluate(async () => {
      const device = await lab.registered();
      const rtcConfiguration = { iceServers: [], iceTransportPolicy: "relay" as const };
      const call = await device.connect({ rtcConfiguration });
      const reconnects = lab.listen(call).to("reconnecting");
      await lab.until(() => reconnects.length > 0);
      call.disconnect();
      return reconnects;
    });

    expect(none.map(({ code }) => code)).toEqual([53_405]);
    expect([early.length, late.map(({ code }) => code)]).toEqual([0, [53_405]]);
  });
});
