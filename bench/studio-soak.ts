/**
 * An audio server with a call on line 1 and a stream of an audio network on line 2, for as long as
 * `--seconds` says: what its process holds must not grow. First and last third are compared.
 */
import { setTimeout as wait } from "node:timers/promises";

import { processVitals, type ProcessVitals } from "@linedesk/testkit";
import { freePort } from "../apps/audio-server/tests/support/studio-station.ts";
import { percentile } from "./support/percentiles.ts";
import { type Bench, limitRow } from "./support/row.ts";
import { Studio } from "./support/studio.ts";

const WARM_UP_MS = 20_000;
const SAMPLES = 30;
const MOST_GROWTH = 1.1;

export const run: Bench = async ({ seconds }) => {
  const durationMs = (seconds ?? 60) * 1000;
  const address = "127.0.0.1";
  const send = { address, port: await freePort(), announce: false };
  const studio = await Studio.open({ type: "aes67", interface: address, send });
  try {
    const listener = await studio.ring();
    await listener.say(440);
    await studio.accept();
    await wait(WARM_UP_MS);
    const seen: ProcessVitals[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await wait(durationMs / SAMPLES);
      seen.push(await processVitals(studio.daemon.pid));
    }
    const { toStudio } = await studio.line1();
    const third = SAMPLES / 3;
    function row(what: string, name: "memoryMb" | "handles") {
      const [first, last] = [seen.slice(0, third), seen.slice(-third)].map((part) =>
        percentile(
          part.map((one) => one[name]),
          0.5,
        ),
      );
      const growth = (last ?? Number.NaN) / (first ?? Number.NaN);
      return limitRow(
        `studio soak, ${durationMs / 1000} s: ${what}`,
        `${first?.toFixed(1)} at first, ${last?.toFixed(1)} at last`,
        { beside: `<= ${MOST_GROWTH} times`, holds: growth <= MOST_GROWTH },
      );
    }
    return [
      row("memory of the audio server, MB", "memoryMb"),
      row("its open files and sockets", "handles"),
      limitRow(
        "studio soak: sound that waits for the device",
        `${toStudio.latencyMs.toFixed(1)} ms`,
        {
          beside: "<= 60 ms",
          holds: toStudio.latencyMs <= 60,
        },
      ),
    ];
  } finally {
    await studio.close();
  }
};
