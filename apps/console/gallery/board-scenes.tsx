import type { BoardCheck, BoardFinding } from "@linedesk/contract";
import { BoardTable } from "../src/features/admin/board/BoardTable.tsx";
import type { BoardView } from "../src/features/admin/board/use-board.ts";
import { ago } from "./a-call.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

const section = { id: "board", title: "section.board", about: "about.board" } as const;

function nothing() {
  return undefined;
}

type Row = [
  part: BoardCheck["part"],
  name: string | null,
  state: BoardCheck["state"],
  finding: BoardFinding,
  amount?: number,
];

const good: Row[] = [
  ["telephony", null, "go", "up"],
  ["trunk", "carrier", "go", "registered"],
  ["line", "Main", "go", "open"],
  ["number", "Main", "go", "reached", 3],
  ["programme", null, "go", "plays", -16.2],
  ["music", null, "go", "built_in"],
  ["announcement", "Main", "go", "stored"],
  ["seat", "Alice Okafor", "go", "ready", 12],
  ["audio_server", "Studio B", "go", "online"],
  ["mixer", null, "go", "on_time"],
  ["database", null, "go", "up"],
  ["realtime", null, "go", "up"],
  ["disk", null, "go", "enough", 48_120],
  ["certificate", null, "go", "valid", 61],
  ["clock", null, "go", "right"],
  ["backup", null, "go", "recent", 5],
];

const bad: Row[] = [
  ["telephony", null, "go", "up"],
  ["telephony", "main", "look", "draining"],
  ["telephony", "spare", "look", "down"],
  ["trunk", "carrier", "no_go", "not_registered"],
  ["trunk", "spare", "look", "not_asked"],
  ["line", "Contest", "look", "closed"],
  ["number", "Main", "no_go", "not_reached", 2],
  ["number", "Contest", "look", "under_way"],
  ["programme", null, "look", "quiet"],
  ["music", "Contest", "look", "unreachable"],
  ["announcement", null, "look", "being_checked"],
  ["announcement", "Main", "look", "unplayable"],
  ["audio_server", "Studio B", "look", "offline"],
  ["audio_server", "Van", "look", "not_paired"],
  ["mixer", null, "look", "gaps", 14],
  ["number", "Spare", "look", "no_way"],
  ["certificate", "SIP", "no_go", "ended"],
  ["seat", "Bob Singh", "no_go", "failed_check", 4],
  ["seat", "Carla Reyes", "look", "asleep"],
  ["disk", null, "look", "little", 1_204],
  ["certificate", null, "look", "ends_soon", 6],
  ["issuer", "id.example.com", "look", "issuer_untrusted"],
  ["clock", null, "no_go", "wrong", 9],
  ["backup", null, "look", "no_stamp"],
];

function aBoard(rows: readonly Row[], over: Partial<BoardView> = {}): BoardView {
  const checks = rows.map(([part, name, state, finding, amount]) => ({
    part,
    name,
    state,
    finding,
    amount: amount ?? null,
  }));
  return {
    fetched: { status: "loaded", data: { at: ago(4), checks, rehearsalUntil: null } },
    checking: false,
    refused: null,
    pending: null,
    checkAgain: nothing,
    ring: nothing,
    rehearse: nothing,
    endRehearsal: nothing,
    ...over,
  };
}

const states: Record<string, BoardView> = {
  go: aBoard(good),
  "no-go": aBoard(bad, { refused: "No phone line takes calls now. Open one first." }),
  loading: aBoard([], { fetched: { status: "loading" } }),
};

/** The go/no-go board as the admin area draws it. */
export const boardScenes: Scene[] = Object.entries(states).map(([name, view]) => ({
  id: `board-${name}`,
  draw: () => (
    <AdminFrame section={section}>
      <BoardTable view={view} link={(to, words) => <a href={`#${to}`}>{words}</a>} />
    </AdminFrame>
  ),
}));
