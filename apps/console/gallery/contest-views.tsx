import type { ContestView } from "../src/features/contest/contest-view.ts";
import { ContestCard } from "../src/features/contest/ContestCard.tsx";
import { uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const contest: ContestView["contest"] = {
  id: uuid(900),
  phoneLine: { id: uuid(901), name: "Contest" },
  callerCount: 10,
  counted: 11,
  startedAt: "2026-11-21T02:00:00.000Z",
  startedBy: "Dan",
  starter: uuid(4),
  earlyText: "",
  lateText: "",
};

function earlier(of: NonNullable<ContestView["contest"]>, days: number) {
  const startedAt = `2026-11-2${1 - days}T02:00:00.000Z`;
  const endedAt = days === 0 ? null : "2026-11-20T03:00:00.000Z";
  return { ...of, id: uuid(900 + days), startedAt, endedAt };
}

const outcomes = ["late", "winner", "repeated", "early", "withheld"] as const;
const ordinals = [11, 10, null, 9, null];

function aContest(over: Partial<ContestView> = {}): ContestView {
  return {
    contest,
    winner: {
      name: "Dana Petrov",
      call: uuid(921),
      take: { action: "accept", toAir: false, pending: false, run: nothing },
    },
    log: outcomes.map((outcome, n) => ({
      id: uuid(910 + n),
      call: uuid(920 + n),
      at: `2026-11-21T02:04:0${9 - n}.000Z`,
      numberDisplay: outcome === "withheld" ? "Private" : `0491 570 15${n}`,
      name: outcome === "winner" ? "Dana Petrov" : null,
      place: ordinals[n] ?? null,
      outcome,
    })),
    canOpen: (call) => call === uuid(921),
    openCaller: nothing,
    past: contest === null ? [] : [earlier(contest, 0), earlier(contest, 1)],
    chosen: null,
    choose: nothing,
    more: nothing,
    lines: [{ id: uuid(901), name: "Contest" }],
    callerCount: 10,
    start: null,
    reset: nothing,
    end: nothing,
    exportLog: nothing,
    exporting: null,
    pending: false,
    refused: null,
    ...over,
  };
}

const ended = { contest: null, winner: null, past: [], reset: null, end: null };

/** The contest panel in every state, by the scene's id. */
export const contestStates = {
  "contest-running": <ContestCard view={aContest()} close={nothing} />,
  "contest-form": (
    <ContestCard
      view={aContest({ ...ended, start: nothing, log: [], more: null, exportLog: null })}
      close={nothing}
    />
  ),
  "contest-refused": (
    <ContestCard
      view={aContest({
        ...ended,
        start: nothing,
        refused: "Erin has started a contest. End it first.",
      })}
      close={nothing}
    />
  ),
};
