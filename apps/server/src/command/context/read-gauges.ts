export interface Gauge {
  labels: Record<string, string>;
  value: number;
}

/** Returns the samples of one metric in Prometheus' text format, version 0.0.4. */
export function readGauges(text: string, name: string): Gauge[] {
  return text.split("\n").flatMap((line) => {
    const [, labels = "", value = ""] = line.startsWith(name)
      ? (/^[a-z_]+(?:\{([^}]*)\})? (\S+)$/.exec(line) ?? [])
      : [];
    const isThis = line === `${name}${labels === "" ? "" : `{${labels}}`} ${value}`;
    return isThis
      ? [{ labels: labels === "" ? {} : readLabels(labels), value: Number(value) }]
      : [];
  });
}

/** Returns the value of a metric without labels; `null` when the text does not contain it. */
export function readGauge(text: string, name: string): number | null {
  return readGauges(text, name)[0]?.value ?? null;
}

/** Returns the sum over all labels of a metric. A label without a count has no sample. */
export function sumGauges(text: string, name: string): number {
  return readGauges(text, name).reduce((sum, { value }) => sum + value, 0);
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('",').map((label) => {
      const [name = "", value = ""] = label.split('="');
      return [name, value.replaceAll('"', "")];
    }),
  );
}
