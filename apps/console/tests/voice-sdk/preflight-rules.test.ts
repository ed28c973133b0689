import { describe, expect, test } from "vitest";

import { qualityReport } from "@linedesk/contract";
import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

interface Held {
  test: { status: string };
  statuses: string[];
  received: { name: string; message?: string; code?: number }[];
}

describe("the preflight test of the SDK", () => {
  test("[VD55] goes connecting, connected, completed, with samples and warnings on the way", async () => {
    await tab.evaluate(async () => {
      lab.answerCalls();
      const test = lab.sdk.Device.runPreflight("a.b.c", lab.options() as object);
      const statuses: string[] = [test.status];
      const received = lab.listen(test).to("connected", "sample", "warning", "completed", "failed");
      test.on("connected", () => statuses.push(test.status));
      test.on("completed", () => statuses.push(test.status));
      Object.assign(window, { test, statuses, received });
      await lab.until(() => received.some(({ name }) => name === "connected"));
      const device = Reflect.get(test, "_device") as { isBusy: boolean };
      const call = Reflect.get(test, "_call") as { emit(name: string, ...more: unknown[]): void };
      call.emit("warning", "high-jitter", { values: [31] });
      Object.assign(window, { device });
    });
    for (let second = 0; second < 3; second += 1) {
      await tab.run(1_000);
    }
    await tab.evaluate(async () => {
      const { received } = window as unknown as Held;
      await lab.until(() => received.filter(({ name }) => name === "sample").length >= 3);
      lab.newest().say("hangup", {});
    });
    await tab.run(100);

    const { statuses, received } = await tab.evaluate(() => {
      const held = window as unknown as Held;
      return { statuses: held.statuses, received: held.received.map(({ name }) => name) };
    });
    expect(statuses).toEqual(["connecting", "connected", "completed"]);
    expect(new Set(received)).toEqual(new Set(["connected", "sample", "warning", "completed"]));
    expect(received.indexOf("connected")).toBeLessThan(received.indexOf("sample"));
    expect(received.at(-1)).toBe("completed");
  });

  test("[VD57] by default goes to edge roaming, with 10 s for signalling, the real microphone and log level error", async () => {
    const result = await tab.evaluate(() => {
      const test = lab.sdk.Device.runPreflight("a.b.c", {});
      const { edge, fakeMicInput, logLevel, signalingTimeoutMs } = Reflect.get(
        test,
        "_options",
      ) as Record<string, unknown>;
      const { url } = lab.newest();
      test.stop();
      return { edge, fakeMicInput, logLevel, signalingTimeoutMs, url };
    });

    expect(result).toEqual({
      edge: "roaming",
      fakeMicInput: false,
      logLevel: "error",
      signalingTimeoutMs: 10_000,
      url: "wss://voice-js.roaming.twilio.com/signal",
    });
  });

  test("[VD57] [VD55] fails with 'WebSocket Connection Timeout' when signalling takes longer", async () => {
    await tab.evaluate(async () => {
      lab.script.isUp = false;
      const { events } = await lab.productPreflight();
      Object.assign(window, { events });
    });
    await tab.run(9_999);
    const early = await tab.evaluate(() => (window as unknown as { events: object[] }).events);
    await tab.run(1);
    const events = await tab.evaluate(() => (window as unknown as { events: object[] }).events);

    expect(early).toEqual([]);
    expect(events).toMatchObject([
      {
        type: "failed",
        failure: { code: 53_000, message: expect.stringContaining("WebSocket Connection Timeout") },
      },
    ]);
  });
});

describe("the preflight test of the product", () => {
  test("[VD84] [VD51] asks the server for a test call on our own origin, and ends in a report of every field", async () => {
    await tab.evaluate(async () => {
      lab.answerCalls();
      const { events } = await lab.productPreflight();
      Object.assign(window, { events });
      await lab.until(() => events.some(({ type }) => type === "connected"));
    });
    for (let second = 0; second < 4; second += 1) {
      await tab.run(1_000);
    }
    const result = await tab.evaluate(async () => {
      const { events } = window as unknown as {
        events: { type: string; report?: Record<string, unknown> }[];
      };
      await lab.until(() => events.filter(({ type }) => type === "sampled").length >= 3);
      const [invite] = lab.newest().frames("invite");
      lab.newest().say("hangup", {});
      return { url: lab.newest().url, params: invite?.payload["twilio"] };
    });
    await tab.run(100);
    const events = await tab.evaluate(
      () => (window as unknown as { events: { type: string; report?: object }[] }).events,
    );

    expect(result).toEqual({
      url: "wss://desk.test/signal",
      params: { params: "preflight=1" },
    });
    const last = events.at(-1);
    expect(last?.type).toBe("completed");
    expect(qualityReport.safeParse(last?.report).error).toBeUndefined();
    expect(Object.keys(last?.report ?? {}).toSorted()).toEqual(
      Object.keys(qualityReport.shape).toSorted(),
    );
  });

  test("[SN48] stopped while the browser asks, it keeps no microphone that is allowed later, and rings nobody", async () => {
    const result = await tab.evaluate(async () => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      let allow: () => void = () => undefined;
      let hasPrompt = false;
      const streams: MediaStream[] = [];
      mediaDevices.getUserMedia = async (constraints) => {
        hasPrompt = true;
        await new Promise<void>((resolve) => (allow = resolve));
        const stream = await ask(constraints);
        streams.push(stream);
        return stream;
      };
      const { stop, events } = await lab.productPreflight();
      await lab.until(() => hasPrompt);

      stop();
      allow();
      await lab.until(() => streams.length > 0);
      const tracks = streams.flatMap((stream) => stream.getTracks());
      await lab.until(() => tracks.every(({ readyState }) => readyState === "ended"));
      mediaDevices.getUserMedia = ask;
      return {
        states: tracks.map(({ readyState }) => readyState),
        invites: lab.newest().frames("invite").length,
        events,
      };
    });

    expect(result).toEqual({ states: ["ended"], invites: 0, events: [] });
  });

  test("[SN48] stopped before the SDK is loaded it does not begin", async () => {
    const result = await tab.evaluate(async () => {
      const before = lab.sockets.length;
      const stopping = new AbortController();
      const started = lab.productPreflight(stopping);
      stopping.abort();
      const name = await started.then(
        () => null,
        (error: unknown) => (error as Error).name,
      );
      return { name, sockets: lab.sockets.length - before };
    });

    expect(result).toEqual({ name: "AbortError", sockets: 0 });
  });
});
