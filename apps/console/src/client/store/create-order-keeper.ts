import { type Call, compareInQueue, type Ordered, toOrdered } from "@linedesk/contract";

interface Placed {
  call: Call;
  /** The fields that decide the order, read once. */
  ordered: Ordered;
}

/**
 * Returns a function that sorts calls. It places only changed calls, in most cases one per event.
 */
export function createOrderKeeper(): (byId: Readonly<Record<string, Call>>) => Call[] {
  let ordered: Placed[] = [];
  let known = new Set<Call>();
  return (byId) => {
    const calls = Object.values(byId);
    const coming = calls.filter((call) => !known.has(call)).map(toPlaced);
    const staying = ordered.filter(({ call }) => byId[call.id] === call);
    ordered = mergeInOrder(staying, coming);
    known = new Set(calls);
    return ordered.map(({ call }) => call);
  };
}

function toPlaced(call: Call): Placed {
  return { call, ordered: toOrdered(call) };
}

function compare(one: Placed, other: Placed): number {
  return compareInQueue(one.ordered, other.ordered);
}

/** Merges the calls of `coming` into the sorted list `standing`. */
function mergeInOrder(standing: readonly Placed[], coming: readonly Placed[]): Placed[] {
  const merged: Placed[] = [];
  let from = 0;
  for (const one of coming.toSorted(compare)) {
    const to = findPlace(standing, one, from);
    merged.push(...standing.slice(from, to), one);
    from = to;
  }
  merged.push(...standing.slice(from));
  return merged;
}

/** Returns the index of the first call, at or after `from`, that comes after `one` in the order. */
function findPlace(standing: readonly Placed[], one: Placed, from: number): number {
  let [low, high] = [from, standing.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = standing[middle];
    if (there !== undefined && compare(there, one) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
