/** The address (host or host:port) for softphones of each edge, by its name, such as `sydney`. */
export type Edges = ReadonlyMap<string, string>;

const EDGE = /^([a-z][a-z0-9-]{0,31})=((?:[a-z0-9.-]{1,253}|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?)$/i;
const MAX_EDGES = 32;

/** Parses `sydney=syd.example.com, dublin=dub.example.com:8443`; returns `null` for other text. */
export function parseEdges(text: string): Edges | null {
  const edges = new Map<string, string>();
  const entries = text.split(",").map((entry) => entry.trim());
  for (const entry of entries.filter((one) => one !== "")) {
    const [, name = "", address = ""] = EDGE.exec(entry) ?? [];
    if (name === "" || edges.has(name.toLowerCase())) {
      return null;
    }
    edges.set(name.toLowerCase(), address.toLowerCase());
  }
  return edges.size > MAX_EDGES ? null : edges;
}

/** Returns the edge whose address is in the Host header; `null` if no edge has this address. */
export function findEdgeName(edges: Edges, host: string | undefined): string | null {
  const wanted = host?.toLowerCase();
  for (const [name, address] of edges) {
    if (address === wanted) {
      return name;
    }
  }
  return null;
}
