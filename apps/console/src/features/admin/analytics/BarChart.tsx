import { type PointerEvent, type RefObject, useState } from "react";

import { useMedia } from "../../../ui/use-media.ts";

import styles from "./Analytics.module.css";

export interface Bar {
  short: string;
  /** The text of the bar: `9 am: 118 inbound, 9 outbound`. */
  words: string;
  parts: readonly number[];
  /** The bar of the previous period, for comparison: its words and the total of its parts. */
  before: { words: string; sum: number } | null;
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  writeValue: (value: number) => string;
  svg: RefObject<SVGSVGElement | null>;
}

const TOP = 12;
const FLOOR = 184;
const HEIGHT = 208;
/** The width in px of the grid's numbers at the left. */
export const GUTTER = 40;
/** The number of letters that fit below the bars, on a wide page and on a phone. */
const MOST_LETTERS = 60;
const MOST_LETTERS_PHONE = 36;

/** Shows stacked bars. The bar under the pointer shows its text; arrow keys choose a bar. */
export function BarChart({ label, bars, writeValue, svg }: BarChartProps) {
  const [picked, setPicked] = useState<number | null>(null);
  const most = roundUp(
    Math.max(1, ...bars.map((bar) => Math.max(sumParts(bar), bar.before?.sum ?? 0))),
  );
  const width = 100 / Math.max(1, bars.length);
  const letters = Math.max(1, ...bars.map(({ short }) => short.length));
  const fitting = useMedia("(width < 600px)") ? MOST_LETTERS_PHONE : MOST_LETTERS;
  const every = Math.ceil((bars.length * (letters + 1)) / fitting);
  const shown = picked === null ? null : bars[picked];
  function pick(event: PointerEvent<HTMLInputElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    setPicked(at >= 0 && at < bars.length ? at : null);
  }
  return (
    <div className={styles["chart"]}>
      <svg ref={svg} className={styles["drawing"]} height={HEIGHT} aria-hidden="true">
        <Grid most={most} writeValue={writeValue} />
        {bars.map((bar, index) => (
          <g key={bar.words} data-picked={index === picked || undefined}>
            <Stack bar={bar} most={most} left={width * (index + 0.1)} width={width * 0.8} />
            <Before bar={bar} most={most} left={width * index} width={width} />
            {index % every === 0 ? (
              <text x={`${width * (index + 0.5)}%`} y={HEIGHT - 6} textAnchor="middle">
                {bar.short}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <input
        type="range"
        className={styles["pick"]}
        aria-label={label}
        aria-valuetext={readBar(bars[picked ?? 0])}
        min={0}
        max={Math.max(0, bars.length - 1)}
        value={picked ?? 0}
        onChange={(event) => setPicked(Number(event.target.value))}
        onFocus={() => setPicked((now) => now ?? 0)}
        onBlur={() => setPicked(null)}
        onPointerMove={pick}
        onPointerLeave={() => setPicked(null)}
      />
      {shown === undefined || shown === null ? null : (
        <div
          className={styles["bubble"]}
          style={{ left: `clamp(15%, ${width * ((picked ?? 0) + 0.5)}%, 85%)` }}
        >
          {shown.words}
          {shown.before === null ? null : <span>{shown.before.words}</span>}
        </div>
      )}
    </div>
  );
}

function sumParts({ parts }: Bar): number {
  return parts.reduce((all, part) => all + part, 0);
}

function readBar(bar: Bar | undefined): string | undefined {
  return bar === undefined || bar.before === null
    ? bar?.words
    : `${bar.words}; ${bar.before.words}`;
}

interface StackProps {
  bar: Bar;
  most: number;
  left: number;
  width: number;
}

function Stack({ bar, most, left, width }: StackProps) {
  let below = 0;
  return bar.parts.map((part, index) => {
    const height = (part / most) * (FLOOR - TOP);
    below += height;
    return (
      <rect
        // oxlint-disable-next-line react/no-array-index-key -- the index identifies the part.
        key={index}
        data-part={index}
        x={`${left}%`}
        y={FLOOR - below}
        width={`${width}%`}
        height={height}
      />
    );
  });
}

/** Draws a line at the height that the bar had in the previous period. */
function Before({ bar: { before }, most, left, width }: StackProps) {
  if (before === null) {
    return null;
  }
  const y = FLOOR - (before.sum / most) * (FLOOR - TOP);
  return <line data-before="" x1={`${left}%`} x2={`${left + width}%`} y1={y} y2={y} />;
}

function Grid({ most, writeValue }: { most: number; writeValue: (value: number) => string }) {
  // A grid line at half a call would make no sense.
  return (most === 1 ? [0, 1] : [0, most / 2, most]).map((value) => {
    const y = FLOOR - (value / most) * (FLOOR - TOP);
    return (
      <g key={value}>
        <line x1="0" x2="100%" y1={y} y2={y} />
        <text x={-6} y={y + 4} textAnchor="end">
          {writeValue(value)}
        </text>
      </g>
    );
  });
}

/** Returns the smallest round number that is not below `value`: 1, 2, 4, 6, 8, 10, 20 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}
