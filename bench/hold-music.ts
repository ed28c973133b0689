import { measureLoad } from "./support/measure-load.ts";
/**
 * Measures the cost of callers on hold. Each plain RTP leg hears the built-in music from the
 * beginning and sends speech. The music is encoded once for all callers with the same codec. The
 * telephones run in a second process.
 */
import { openExchangeMixer } from "./support/mixer.ts";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";
import type { ToneCodec } from "./support/tone-packets.ts";

/**
 * The callers of each codec. The exchange decodes one packet in five, because nobody hears these
 * legs.
 */
const crowds: readonly { codec: ToneCodec; callers: number }[] = [
  { codec: "PCMU", callers: 500 },
  { codec: "PCMU", callers: 200 },
  { codec: "opus", callers: 200 },
];
/** The share of one core that a crowd may use. */
const MOST_CORE = 0.5;
/** After this time the thread that decodes the music has started and is idle again. */
const FIRST_SOUND_MS = 5000;

async function measure(
  { codec, callers }: { codec: ToneCodec; callers: number },
  durationMs: number,
): Promise<Row[]> {
  const mixer = await openExchangeMixer({
    codec,
    enter: (media, { leg }) =>
      media.play(leg, `music of ${leg}`, { type: "builtin", name: "hold-music" }, 0),
  });
  try {
    await mixer.join({ leg: "first", room: "", port: 9 });
    await new Promise((resolve) => setTimeout(resolve, FIRST_SOUND_MS));
    mixer.leave("first");
    const load = await measureLoad(mixer, { legs: callers, roomSize: 1, durationMs, codec });
    const { gaps, late } = load.counts;
    const rate = load.receivedPerLeg.toFixed(1);
    const who = `hold music, ${callers} callers of ${codec}`;
    return [
      limitRow(`${who}: CPU`, `${(load.core * 100).toFixed(1)} % of a core`, {
        beside: `<= ${MOST_CORE * 100} %`,
        holds: load.core <= MOST_CORE,
      }),
      limitRow(`${who}: packets to each`, `${rate}/s`, {
        beside: "50.0/s",
        holds: Math.abs(load.receivedPerLeg - 50) < 0.25,
      }),
      limitRow(`${who}: packets lost`, String(gaps), { beside: "0", holds: gaps === 0 }),
      infoRow(`${who}: packets more than 60 ms after the one before`, String(late)),
    ];
  } finally {
    await mixer.close();
  }
}

export const run: Bench = async ({ seconds }) => {
  const rows: Row[] = [];
  for (const crowd of crowds) {
    rows.push(...(await measure(crowd, (seconds ?? 10) * 1000)));
  }
  return rows;
};
