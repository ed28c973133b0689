import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { parseWav, resample } from "@linedesk/audio";
import { aWatchedCaller, mixUnder } from "../../src/testing/radio-behind-voice.ts";

const LENGTH = 20 * 8000;
const timetable =
  "Good morning, this is Kim. My mother waits forty minutes for the bus every day, and nobody at " +
  "the council answers the telephone. They should run the old route until the works are finished.";
const pool =
  "Why has the swimming pool been closed since March? First it was a leaking pipe, then it was " +
  "the heating, and now it is the budget. I would happily pay a bit more for the ticket.";
const bulletin =
  "The state government has announced two hundred million dollars for regional roads. In sport, " +
  "the Swans won by eleven points. The weather: a top of twenty seven, with a late change.";

/** What a program speaks into a file, over and over. */
function speak(program: string, ...how: string[]): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-voices-"));
  try {
    const file = join(folder, "voice.wav");
    execFileSync(program, [...how, ...(program === "flite" ? ["-o", file] : ["-w", file])]);
    const { samples, sampleRate } = parseWav(readFileSync(file));
    const narrowband = resample(samples, sampleRate, 8000);
    return Int16Array.from({ length: LENGTH }, (_, i) =>
      Math.round(24_000 * (narrowband[i % narrowband.length] ?? 0)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const programme = speak("espeak-ng", "-v", "en+m4", "-s", "165", bulletin);
const callers = {
  slt: speak("flite", "-voice", "slt", "-t", timetable),
  kal16: speak("flite", "-voice", "kal16", "-t", pool),
  awb: speak("flite", "-voice", "awb", "-t", `${pool} ${timetable}`),
  espeak: speak("espeak-ng", "-v", "en+f3", "-s", "150", timetable),
};

for (const [voice, speech] of Object.entries(callers)) {
  test(`[XM170] the news 20 dB under ${voice} is found within ten seconds`, async () => {
    const { studio, phone, detections } = await aWatchedCaller(programme);

    phone.say(mixUnder(speech, programme, { gainDb: -20, delayS: 2 }));
    await studio.run(12_000);

    const [found] = detections();
    expect(found).toMatchObject({ isAudible: true });
    expect(Math.abs((found?.lagMs ?? 0) - 2000)).toBeLessThan(60);
  });

  test(`[XM170] ${voice} alone is not taken for the news`, async () => {
    const { studio, phone, detections } = await aWatchedCaller(programme);

    phone.say(speech);
    await studio.run(19_000);

    expect(detections()).toEqual([]);
  });
}
