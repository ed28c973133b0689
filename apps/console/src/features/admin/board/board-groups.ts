import type { BoardCheck, BoardPart } from "@linedesk/contract";
import type { boardMessages } from "./board-messages.ts";

export type MendingSection = "telephony" | "lines" | "station" | "audioServers";
type GroupName = keyof typeof boardMessages.group;
type TileName = keyof typeof boardMessages.tile;

/** The tiles of the board in their fixed order, each with the parts that it summarises. */
const groups = {
  reach: {
    numbers: ["number"],
    trunks: ["trunk"],
    lines: ["line"],
    sounds: ["programme", "music", "announcement"],
  },
  talk: {
    desks: ["seat", "issuer"],
    audioServers: ["audio_server"],
    exchange: ["telephony", "mixer", "call"],
    realtime: ["realtime"],
  },
  keep: {
    backup: ["backup"],
    certificate: ["certificate"],
    clock: ["clock"],
    storage: ["database", "disk"],
  },
} as const satisfies Record<GroupName, Partial<Record<TileName, readonly BoardPart[]>>>;

export interface BoardTile {
  name: TileName;
  /** The checks of the tile, those that need attention first. */
  checks: BoardCheck[];
  /** The worst state of the checks. */
  state: BoardCheck["state"];
  /** The number of checks without a fault. */
  good: number;
}

export interface BoardGroup {
  name: GroupName;
  tiles: BoardTile[];
}

const ranks = { no_go: 0, look: 1, go: 2 } as const;

function sortByRank(checks: readonly BoardCheck[]): BoardCheck[] {
  return checks.toSorted((one, other) => ranks[one.state] - ranks[other.state]);
}

export function groupChecks(checks: readonly BoardCheck[]): BoardGroup[] {
  return (Object.keys(groups) as GroupName[]).map((name) => ({
    name,
    tiles: Object.entries(groups[name]).map(([tile, parts]: [string, readonly BoardPart[]]) => {
      const own = sortByRank(checks.filter(({ part }) => parts.includes(part)));
      return {
        name: tile as TileName,
        checks: own,
        state: own[0]?.state ?? "go",
        good: own.filter(({ state }) => state === "go").length,
      };
    }),
  }));
}

/** Returns the verdict of the board. Only a check that shows "stop" prevents a show. */
export function findVerdict(checks: readonly BoardCheck[]): "go" | "no_go" {
  return checks.some(({ state }) => state === "no_go") ? "no_go" : "go";
}

/** Returns the checks that need attention, the stops first. */
export function listCauses(checks: readonly BoardCheck[]): BoardCheck[] {
  return sortByRank(checks.filter(({ state }) => state !== "go"));
}

const sections: Partial<Record<BoardPart, MendingSection>> = {
  telephony: "telephony",
  trunk: "telephony",
  number: "telephony",
  line: "lines",
  programme: "station",
  music: "station",
  announcement: "station",
  audio_server: "audioServers",
};

/**
 * Returns the step that repairs a check: a section of the admin area, or a test call to the
 * numbers.
 */
export function findRemedy({ part, state, finding }: BoardCheck): MendingSection | "ring" | null {
  if (state === "go" || finding === "under_way") {
    return null;
  }
  return finding === "not_tested" ? "ring" : (sections[part] ?? null);
}
