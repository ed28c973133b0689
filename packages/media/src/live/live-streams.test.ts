import { expect, test } from "vitest";

import type { FetchedStream } from "../sounds/fetch-sound.ts";
import { LiveStreams } from "./live-streams.ts";

const noFeeder = { open() {}, feed: async () => 0, end() {} };

test("[XM54] sixteen streams play at the same time, and a further stream is refused with the reason and disconnected", () => {
  const streams = new LiveStreams({ feeder: noFeeder, clock: { nowMs: () => 0 }, onEvent() {} });
  const disconnected: string[] = [];
  function aSource(url: string): FetchedStream {
    return {
      type: "stream",
      format: "mp3",
      isRadio: true,
      begun: [],
      rest: { next: async () => new Promise(() => undefined) },
      close: () => void disconnected.push(url),
    };
  }
  function start(url: string) {
    return streams.start(url, aSource(url), async () => null);
  }
  for (let i = 0; i < 16; i += 1) {
    start(`http://radio/${i}`);
  }

  expect(() => start("http://radio/one-more")).toThrow(/The limit of 16 streams is reached/);
  expect(streams.count).toBe(16);
  expect(disconnected).toEqual(["http://radio/one-more"]);
  streams.close();
  expect(streams.count).toBe(0);
});
