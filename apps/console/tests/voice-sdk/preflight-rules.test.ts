import { describe, expect, test } from "vitest";

import { qualityReport } from "@linedesk/contract";
import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

describe("the preflight test of the product", () => {
  test("[VD84] [VD51] [VD65] asks the server for a test call on our own origin, and ends with a complete report", async () => {
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

  test("[SN48] releases a microphone that is allowed after the test was stopped, and makes no call", async () => {
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

  test("[SN48] does not start when it is stopped before the SDK is loaded", async () => {
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
