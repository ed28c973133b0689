/**
 * What ten minutes of real time do to sound: tones in rooms of two, their senders' clocks true,
 * fast and slow. Counted at the far ends: gaps, clicks, how far each tone drifted, and whether the
 * delay at the end is that of the beginning. One more room has a network that loses 5 % and delays
 * by up to 30 ms. `--seconds 600` makes it ten minutes.
 */
import { openExchangeBridge } from "./support/bridge.ts";
import { measurePair } from "./support/measure-delay.ts";
import { percentile } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";
import { TonePhone } from "./support/tone-phone.ts";

/** Waves of a whole number of samples, so that leaving one out moves nothing. */
const tonesHz = [400, 1000] as const;
const clocksPpm = [0, 100, -100] as const;
/** The buffers have found their depth by then. */
const SETTLE_MS = 6000;
const MOST_DRIFT_PPM = 1;
const MOST_DELAY_DRIFT_MS = 20;
const badNetwork = { ppm: 0, lossShare: 0.05, jitterMs: 30 };
/** Two and three packets lost in a row fade; what is concealed well is not counted. */
const MAX_AUDIBLE_SHARE = 0.01;

function phonesOf(
  room: string,
  network: { ppm: number; lossShare?: number; jitterMs?: number },
): TonePhone[] {
  const [one, other] = tonesHz;
  return [
    new TonePhone({ leg: `${room} a`, room, saysHz: one, expectsHz: other, ...network }),
    new TonePhone({ leg: `${room} b`, room, saysHz: other, expectsHz: one, ...network }),
  ];
}

function sumOf(phones: TonePhone[]): { ticks: number; gaps: number; clicks: number } {
  const total = { ticks: 0, gaps: 0, clicks: 0 };
  for (const { ticks, gaps, clicks } of phones.map((phone) => phone.report())) {
    total.ticks += ticks;
    total.gaps += gaps;
    total.clicks += clicks;
  }
  return total;
}

function concealmentRow(phones: TonePhone[]): Row {
  const { ticks, gaps, clicks } = sumOf(phones);
  const [gapShare, clickShare] = [gaps / ticks, clicks / ticks];
  function percent(share: number): string {
    return `${(share * 100).toFixed(2)} %`;
  }
  return limitRow(
    "steady sound, 5 % lost and 30 ms of jitter: packets with gaps, clicks",
    `${percent(gapShare)}, ${percent(clickShare)} of ${ticks}`,
    {
      beside: `<= ${percent(MAX_AUDIBLE_SHARE)} each`,
      holds: gapShare <= MAX_AUDIBLE_SHARE && clickShare <= MAX_AUDIBLE_SHARE,
    },
  );
}

function toneRows(ppm: number, phones: TonePhone[]): Row[] {
  const name = `steady sound, clocks ${ppm} ppm off`;
  const reports = phones.map((phone) => phone.report());
  const { ticks: packets, gaps, clicks } = sumOf(phones);
  const drifts = reports.map(({ driftSamples }) => driftSamples);
  const driftPpm = Math.max(
    ...reports.map(({ driftSamples, ticks }) => (Math.abs(driftSamples) * 1e6) / (ticks * 160)),
  );
  const gapsAndClicks = `${gaps} gaps, ${clicks} clicks in ${packets} packets`;
  return [
    limitRow(`${name}: gaps and clicks`, gapsAndClicks, {
      beside: "0, 0",
      holds: packets > 0 && gaps === 0 && clicks === 0,
    }),
    limitRow(
      `${name}: drift of the tones`,
      `${drifts.map((drift) => drift.toFixed(2)).join(" and ")} samples (${driftPpm.toFixed(3)} ppm)`,
      { beside: `<= ${MOST_DRIFT_PPM} ppm`, holds: driftPpm <= MOST_DRIFT_PPM },
    ),
  ];
}

function delayRows(ppm: number, delaysMs: number[]): Row[] {
  const part = Math.max(1, Math.floor(delaysMs.length / 10));
  const first = percentile(delaysMs.slice(0, part), 0.5);
  const last = percentile(delaysMs.slice(-part), 0.5);
  const name = `steady sound, clocks ${ppm} ppm off`;
  const value = `${first.toFixed(1)} ms at first, ${last.toFixed(1)} ms at last`;
  return [
    limitRow(`${name}: delay`, value, {
      beside: `+-${MOST_DELAY_DRIFT_MS} ms`,
      holds: Math.abs(last - first) <= MOST_DELAY_DRIFT_MS,
    }),
    infoRow(`${name}: delay throughout`, `p95 ${percentile(delaysMs, 0.95).toFixed(1)} ms`),
  ];
}

export const run: Bench = async ({ seconds }) => {
  const durationMs = (seconds ?? 30) * 1000;
  const bridge = await openExchangeBridge();
  const rooms = clocksPpm.map((ppm) => ({ ppm, phones: phonesOf(`steady ${ppm}`, { ppm }) }));
  const bad = phonesOf("bad network", badNetwork);
  const phones = [...rooms.flatMap((room) => room.phones), ...bad];
  try {
    for (const phone of phones) {
      await phone.start(bridge);
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    for (const phone of phones) {
      phone.listen();
    }
    const delays = await Promise.all(
      clocksPpm.map((ppm, pair) => measurePair(bridge, { pair, durationMs, ppm })),
    );
    const rows = rooms.flatMap((room, i) => [
      ...toneRows(room.ppm, room.phones),
      ...delayRows(room.ppm, delays[i] ?? []),
    ]);
    const late = phones.reduce((sum, phone) => sum + phone.late, 0);
    const sent = infoRow(
      "steady sound: packets that the telephones sent over 60 ms late",
      `${late}`,
    );
    return [...rows, concealmentRow(bad), sent];
  } finally {
    for (const phone of phones) {
      phone.close();
    }
    await bridge.close();
  }
};
