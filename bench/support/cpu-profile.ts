/** V8's CPU profiles: one call tree of many samples, and what takes the time in it. */

/** As V8 writes it (`.cpuprofile`), with what is read here. Times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

export interface Flame {
  name: string;
  selfUs: number;
  totalUs: number;
  children: Map<string, Flame>;
}

const idleNames = new Set(["(idle)", "(program)", "(root)"]);

/** The busy time of the profile, by the path of calls; a root named "all". */
export function flameOf(profile: CpuProfile): Flame {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes) {
    for (const child of children) {
      parents.set(child, id);
    }
  }
  const root = emptyFlame("all");
  for (const [index, id] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    if (us > 0 && !idleNames.has(byId.get(id)?.callFrame.functionName ?? "")) {
      addSample(root, pathOf(id, byId, parents), us);
    }
  }
  return root;
}

/** The functions in which most time was spent, those they call left out. */
export function topSelfTimes(root: Flame, count: number): { name: string; selfUs: number }[] {
  const times = new Map<string, number>();
  function visit(flame: Flame): void {
    times.set(flame.name, (times.get(flame.name) ?? 0) + flame.selfUs);
    for (const child of flame.children.values()) {
      visit(child);
    }
  }
  visit(root);
  return [...times]
    .map(([name, selfUs]) => ({ name, selfUs }))
    .toSorted((one, other) => other.selfUs - one.selfUs)
    .slice(0, count);
}

function emptyFlame(name: string): Flame {
  return { name, selfUs: 0, totalUs: 0, children: new Map() };
}

function addSample(root: Flame, path: readonly string[], us: number): void {
  let flame = root;
  flame.totalUs += us;
  for (const name of path) {
    let child = flame.children.get(name);
    if (child === undefined) {
      child = emptyFlame(name);
      flame.children.set(name, child);
    }
    child.totalUs += us;
    flame = child;
  }
  flame.selfUs += us;
}

function pathOf(
  id: number,
  byId: ReadonlyMap<number, CpuProfile["nodes"][number]>,
  parents: ReadonlyMap<number, number>,
): string[] {
  const path: string[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const name = frameName(byId.get(at)?.callFrame);
    if (name !== "(root)") {
      path.push(name);
    }
  }
  return path.toReversed();
}

function frameName(frame: CallFrame | undefined): string {
  if (frame === undefined) {
    return "(unknown)";
  }
  const file = frame.url.split("/").at(-1)?.split("?")[0] ?? "";
  const name = frame.functionName === "" ? "(anonymous)" : frame.functionName;
  return file === "" ? name : `${name} ${file}:${frame.lineNumber + 1}`;
}
