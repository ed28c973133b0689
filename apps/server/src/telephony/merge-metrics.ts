interface Family {
  head: string[];
  samples: string[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (.*)$/;
/** The ends of the names of a histogram's samples. */
const OF_HISTOGRAM = /_(?:bucket|sum|count)$/;

/**
 * Joins the Prometheus metrics of several exchanges. Each sample gets a label with the name of its
 * exchange, and all samples of a metric are adjacent, as the format demands.
 */
export function mergeMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>();
  for (const [exchange, text] of texts) {
    for (const line of text.split("\n")) {
      addLine(families, line, exchange);
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join("\n");
}

function addLine(families: Map<string, Family>, line: string, exchange: string): void {
  const described = /^# (HELP|TYPE) (\S+)/.exec(line);
  if (described !== null) {
    const { head } = findFamily(families, described[2] ?? "");
    if (!head.some((one) => one.startsWith(described[0]))) {
      head.push(line);
    }
    return;
  }
  const sample = SAMPLE.exec(line);
  if (sample !== null) {
    const [, name = "", labels = "", value = ""] = sample;
    const base = name.replace(OF_HISTOGRAM, "");
    const own = `exchange="${exchange}"`;
    const all = labels === "" ? own : `${own},${labels}`;
    const family = families.has(name) ? name : families.has(base) ? base : name;
    findFamily(families, family).samples.push(`${name}{${all}} ${value}`);
  }
}

function findFamily(families: Map<string, Family>, name: string): Family {
  const known = families.get(name) ?? { head: [], samples: [] };
  families.set(name, known);
  return known;
}
