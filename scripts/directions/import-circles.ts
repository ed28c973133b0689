import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { isTestFile, type SourceFile } from "../sources/source-file.ts";

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Finds circles of files, imports of types included; each names the files in their order. */
export function findCircleBreaches(files: SourceFile[]): Breach[] {
  return findCircles(buildFileGraph(files.filter(({ path }) => !isTestFile(path)))).map(
    (circle) => ({
      check: "import-circle",
      at: circle[0] ?? "",
      message: `Files import one another in a circle: ${circle.join(" -> ")} -> ${circle[0]}.`,
    }),
  );
}

function buildFileGraph(files: SourceFile[]): ImportGraph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => [
      file.path,
      findImports(file)
        .map(({ from }) => from)
        .filter((from) => paths.has(from)),
    ]),
  );
}

/** One shortest circle for each set of nodes that reach one another. */
export function findCircles(graph: ImportGraph): string[][] {
  return findKnots(graph).map((knot) => findShortestCircle(graph, new Set(knot)));
}

/** The sets of nodes, larger than one, in which each reaches every other (Tarjan's algorithm). */
export function findKnots(graph: ImportGraph): string[][] {
  const found: string[][] = [];
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  function visit(node: string): void {
    const index = indices.size;
    indices.set(node, index);
    open.push(node);
    let low = index;
    for (const next of graph.get(node) ?? []) {
      if (!indices.has(next)) {
        visit(next);
        low = Math.min(low, lowest.get(next) ?? low);
      } else if (open.includes(next)) {
        low = Math.min(low, indices.get(next) ?? low);
      }
    }
    lowest.set(node, low);
    if (low === index) {
      const knot = open.splice(open.indexOf(node));
      if (knot.length > 1) {
        found.push(knot.sort());
      }
    }
  }
  for (const node of graph.keys()) {
    if (!indices.has(node)) {
      visit(node);
    }
  }
  return found;
}

function findShortestCircle(graph: ImportGraph, knot: ReadonlySet<string>): string[] {
  const circles = [...knot].map((start) => findWayBack(graph, knot, start));
  return circles.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** The shortest way from a node back to itself, breadth first. */
function findWayBack(graph: ImportGraph, knot: ReadonlySet<string>, start: string): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) {
        return way;
      }
      if (knot.has(next) && !seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
  return [start];
}
