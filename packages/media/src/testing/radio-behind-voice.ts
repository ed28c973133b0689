import { Studio } from "./fake-studio.ts";

const RATE = 8000;
const URL_OF_PROGRAMME = "https://radio.example/live";

/** Returns the loudness of the parts that are not silent. */
function loudness(samples: Int16Array): number {
  const loud = samples.filter((sample) => Math.abs(sample) > 100);
  return Math.sqrt(loud.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, loud.length));
}

/** Mixes the programme under the voice, at a level below it and with a delay. */
export function mixUnder(
  voice: Int16Array,
  programme: Int16Array,
  { gainDb, delayS }: { gainDb: number; delayS: number },
): Int16Array {
  const gain = (10 ** (gainDb / 20) * loudness(voice)) / loudness(programme);
  const delay = delayS * RATE;
  return voice.map((sample, i) => sample + Math.round(gain * (programme[i - delay] ?? 0)));
}

export async function aWatchedCaller(
  programme: Int16Array,
  { hold = false, isAudible = false } = {},
) {
  const studio = new Studio();
  studio.sounds.set(URL_OF_PROGRAMME, Promise.resolve(programme));
  const phone = await studio.add("caller", null);
  studio.engine.joinRoom("caller", "room", { muted: false, hold });
  studio.engine.watchProgramme("caller", URL_OF_PROGRAMME, isAudible);
  await studio.run(20);
  return { studio, phone, detections: () => listDetections(studio) };
}

function listDetections(studio: Studio) {
  return studio.events.flatMap((event) =>
    event.type === "leg.programme" ? [{ isAudible: event.isAudible, lagMs: event.lagMs }] : [],
  );
}
