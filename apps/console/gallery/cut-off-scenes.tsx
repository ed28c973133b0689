import type { CutOff } from "@linedesk/contract";
import { CutOffList } from "../src/features/cut-offs/CutOffList.tsx";
import { LostLine } from "../src/features/cut-offs/LostLine.tsx";
import { Panel } from "../src/ui/Panel.tsx";
import { aCall, ago, me } from "./a-call.ts";
import type { Scene } from "./stage-scenes.tsx";

function nothing() {
  return undefined;
}

function aCutOff(n: number, some: Partial<CutOff>, more: Parameters<typeof aCall>[0]): CutOff {
  const call = aCall({
    ...more,
    n,
    desk: { status: "ended", reason: "exchange_lost", at: ago(9) },
  });
  const { arrivedAt: since } = call;
  return {
    call,
    was: "ringing",
    holder: null,
    since,
    at: ago(9),
    again: null,
    released: false,
    ...some,
  };
}

const alex = aCutOff(
  1,
  { was: "on_air", holder: { ...me, line: "line2" }, since: ago(84) },
  { n: 1, waitS: 662, description: "light rail noise after midnight" },
);
const rows = [
  { cutOff: alex, row: { type: "open" as const } },
  {
    cutOff: aCutOff(2, { was: "line", holder: me }, { n: 2, waitS: 740, description: "rates" }),
    row: { type: "rings" as const, by: "Bob", since: ago(4) },
  },
  {
    cutOff: aCutOff(3, { was: "next" }, { n: 3, waitS: 401 }),
    row: { type: "queued" as const, position: 2 },
  },
  {
    cutOff: aCutOff(
      4,
      { was: "held" },
      { n: 4, waitS: 242, caller: { number: null, numberDisplay: "Private", name: null } },
    ),
    row: { type: "noNumber" as const },
  },
  {
    cutOff: aCutOff(5, { was: "ringing" }, { n: 5, waitS: 12 }),
    row: { type: "rangAgain" as const, position: 3 },
  },
  {
    cutOff: aCutOff(6, { released: true }, { n: 6, waitS: 30 }),
    row: { type: "released" as const },
  },
];

const view = {
  rows,
  isExchangeUp: true,
  isFolded: false,
  fold: nothing,
  ring: nothing,
  ringAll: nothing,
  release: nothing,
};

/** Scenes of the callers whom a failure of the exchange cut off. */
export const cutOffScenes: Scene[] = [
  { id: "cut-offs", draw: () => <CutOffList view={view} /> },
  {
    id: "cut-offs-exchange-down",
    draw: () => <CutOffList view={{ ...view, isExchangeUp: false, ring: null, ringAll: null }} />,
  },
  {
    id: "cut-offs-line",
    draw: () => (
      <Panel label="Line 2">
        <LostLine
          view={{
            cutOff: alex,
            number: 2,
            isReady: true,
            selected: false,
            on: "line1",
            ring: nothing,
            leave: nothing,
          }}
        />
      </Panel>
    ),
  },
];
