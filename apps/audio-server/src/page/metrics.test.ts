import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { DirectionReading } from "../lines/line-sound.ts";
import { Metrics } from "./metrics.ts";

const ops = join(import.meta.dirname, "../../../../ops");

function readOps(name: string): string {
  return readFileSync(join(ops, name), "utf8");
}

const direction: DirectionReading = {
  peakDbfs: -20,
  rmsDbfs: -23,
  latencyMs: 20,
  driftPpm: 12,
  trimmedMs: 0,
  refills: 1,
};

test("[AD95] [AS57] the alerts and the dashboard of audio servers name only metrics that a scrape contains", async () => {
  const scraped = await new Metrics().render({
    version: "1",
    id: "1",
    uptimeS: 1,
    hub: "connected",
    faults: [],
    faultsTotal: 0,
    lines: [
      {
        name: "line1",
        state: "idle",
        isOnChannel: true,
        device: "JACK system, left",
        isDeviceOpen: true,
        fault: null,
        xruns: 3,
        reception: { bufferMs: 30, concealed: 2 },
        toStudio: direction,
        fromStudio: direction,
      },
    ],
  });
  const alerts = readOps("linedesk-audio-server-alerts.yml");
  const text = alerts + readOps("linedesk-audio-server-dashboard.json");

  const named = new Set([...text.matchAll(/\blinedesk_[a-z0-9_]+/g)].map(([name]) => name));

  expect(scraped).toContain('linedesk_audio_server_receive_buffer_ms{line="line1"} 30\n');
  expect(scraped).toContain('linedesk_audio_server_concealed{line="line1"} 2\n');
  expect(named.size).toBeGreaterThan(8);
  expect([...named].filter((name) => !scraped.includes(`# TYPE ${name} `))).toEqual([]);
  for (const what of ["Down", "CutOff", "WithoutSound", "Gaps", "Late"]) {
    expect(alerts).toContain(`alert: LinedeskAudioServer${what}\n`);
  }
});
