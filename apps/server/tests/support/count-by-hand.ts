import type { Figures } from "@linedesk/contract";
import type { CountedCall } from "./counted-calls.ts";

export function isNet({ reason }: CountedCall): boolean {
  return reason !== "rejected" && reason !== "blocked" && reason !== "line_closed";
}

export function isNetInbound(call: CountedCall): boolean {
  return isNet(call) && call.direction === "inbound";
}

export function isAbandoned(call: CountedCall): boolean {
  return isNetInbound(call) && call.answeredAt === null && call.reason === "caller_hung_up";
}

export function sumMs(calls: readonly CountedCall[] | undefined, from: "at" | "answeredAt") {
  return (calls ?? []).reduce((all, call) => {
    const began = call[from];
    const to = from === "at" ? (call.answeredAt ?? call.endedAt) : call.endedAt;
    return began === null || to === null ? all : all + to.getTime() - began.getTime();
  }, 0);
}

export function averageS(calls: readonly CountedCall[]): number {
  return Math.round(sumMs(calls, "at") / calls.length / 1000);
}

export function toMinutes(ms: number): number {
  return Math.round(ms / 6_000) / 10;
}

export function groupCalls(
  calls: readonly CountedCall[],
  name: (call: CountedCall) => string | null,
): Map<string, CountedCall[]> {
  const groups = new Map<string, CountedCall[]>();
  for (const call of calls) {
    const of = name(call);
    if (of !== null) {
      groups.set(of, [...(groups.get(of) ?? []), call]);
    }
  }
  return groups;
}

export function countPeople(calls: readonly CountedCall[]): Figures {
  const people = [...groupCalls(calls.filter(isNetInbound), ({ caller }) => caller).values()];
  return {
    callers: people.length,
    repeatCallers: people.filter(({ length }) => length > 1).length,
  };
}

export function countDirections(calls: readonly CountedCall[]): Figures {
  return {
    inbound: calls.filter(({ direction }) => direction === "inbound").length,
    outbound: calls.filter(({ direction }) => direction === "outbound").length,
  };
}
