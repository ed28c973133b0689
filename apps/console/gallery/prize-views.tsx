import type { PrizeWin } from "@linedesk/contract";
import type { PrizeTab, PrizeView } from "../src/features/prizes/prize-view.ts";
import { PrizeCard } from "../src/features/prizes/PrizeCard.tsx";
import { WinSheet } from "../src/features/prizes/WinSheet.tsx";
import { WithdrawForm } from "../src/features/prizes/WithdrawForm.tsx";
import { uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

function aWin(n: number, over: Partial<PrizeWin> = {}): PrizeWin {
  return {
    id: uuid(700 + n),
    call: uuid(710 + n),
    numberDisplay: "0491 570 156",
    name: "Dana Petrov",
    address: "14 Queen Street, Penrith NSW 2750",
    prize: { id: uuid(720), name: "2 x Sydney Festival tickets" },
    valueCents: 18_000,
    wonAt: "2026-11-09T01:12:00.000Z",
    wonOn: "2026-11-09",
    by: "Carla",
    exception: null,
    contest: {
      id: uuid(900),
      entry: uuid(911),
      place: 10,
      callerCount: 10,
      outcome: "winner",
      at: "2026-11-09T01:10:07.000Z",
      lineName: "Contest",
      startedBy: "Dan",
    },
    status: "collected",
    statusBy: "Erin",
    statusAt: "2026-11-12T04:00:00.000Z",
    withdrawn: null,
    delivery: "none",
    ...over,
  };
}

const fuelCard = aWin(1, {
  prize: { id: uuid(721), name: "Fuel card $50" },
  valueCents: 5_000,
  wonAt: "2026-03-14T05:00:00.000Z",
  wonOn: "2026-03-14",
  by: "Dan",
  contest: null,
  status: "sent",
});

const waiting: PrizeWin = {
  ...fuelCard,
  wonAt: "2026-10-14T05:00:00.000Z",
  wonOn: "2026-10-14",
  status: "to_collect",
  delivery: "waiting",
};

const dana = {
  number: "+61491570156",
  numberDisplay: "0491 570 156",
  name: "Dana Petrov",
  mayWin: false,
  hold: {
    prize: "2 x Sydney Festival tickets",
    wonOn: "2026-11-09",
    mayWinOn: "2026-12-10",
  },
};

const builtin = { system: "builtin", state: "up", downSince: null, waiting: 0 } as const;

function aPrizeView(over: Partial<PrizeView> = {}): PrizeView {
  return {
    call: uuid(1),
    station: null,
    listener: dana,
    wins: { status: "ready", items: [aWin(0), fuelCard], more: null },
    promotion: builtin,
    prizes: [
      {
        id: uuid(721),
        name: "Fuel card $50",
        valueCents: 5_000,
        stock: 7,
        retired: false,
        version: 3,
      },
      { id: uuid(722), name: "Mug", valueCents: 1_200, stock: 0, retired: true, version: 9 },
    ],
    rules: {
      household: true,
      tiers: [
        { fromCents: 0, days: 30 },
        { fromCents: 10_000, days: 180 },
      ],
      collectDays: 60,
    },
    record: nothing,
    mayExcept: true,
    setStatus: nothing,
    withdraw: nothing,
    addPrize: nothing,
    changePrize: nothing,
    setRules: nothing,
    exportWins: nothing,
    exporting: null,
    pending: false,
    refused: null,
    ...over,
  };
}

const kim = {
  ...dana,
  name: "Kim Ng",
  numberDisplay: "0491 570 006",
  mayWin: true,
  hold: null,
};

const readOnly = {
  record: null,
  mayExcept: false,
  setStatus: null,
  withdraw: null,
  addPrize: null,
  changePrize: null,
  setRules: null,
  exportWins: null,
};

const down = {
  system: "outside",
  state: "down",
  downSince: "2026-11-21T01:40:00.000Z",
  waiting: 2,
} as const;

const noWins: PrizeView["wins"] = { status: "ready", items: [], more: null };

function draw(over: Partial<PrizeView>, tab: PrizeTab = "caller") {
  return <PrizeCard view={aPrizeView(over)} tab={tab} setTab={nothing} openContest={nothing} />;
}

/** The prizes panel in every state, by the scene's id. */
export const prizeStates = {
  "prizes-not-eligible": draw({}),
  "prizes-eligible": draw({ listener: kim, wins: noWins }),
  "prizes-empty": draw({ call: null, listener: null, wins: noWins }),
  "prizes-withheld": draw({
    listener: { ...kim, name: null, number: null, numberDisplay: "Private", mayWin: false },
    wins: noWins,
  }),
  "prizes-screener": draw(readOnly),
  "prizes-refused": draw({ refused: "Fuel card $50 is out of stock." }),
  "prizes-down": draw({
    promotion: down,
    listener: {
      ...kim,
      hold: { prize: "Fuel card $50", wonOn: "2026-10-14", mayWinOn: "2026-11-14" },
    },
    wins: { ...noWins, items: [waiting] },
  }),
  "prizes-all": draw(
    {
      wins: {
        status: "ready",
        items: [aWin(3, { exception: "The first prize was broken" }), aWin(0), fuelCard],
        more: nothing,
      },
    },
    "all",
  ),
  "prizes-withdrawn": draw(
    {
      wins: {
        status: "ready",
        items: [
          aWin(4, { status: "withdrawn", statusBy: "Erin", withdrawn: "Won by another caller" }),
          fuelCard,
        ],
        more: null,
      },
    },
    "all",
  ),
  "prizes-withdraw": (
    <WithdrawForm win={waiting} withdraw={nothing} pending={false} close={nothing} />
  ),
  "prizes-none": draw({ wins: noWins }, "all"),
  "prizes-stock": draw({}, "stock"),
};

/** Shows the sheet as it is printed, without the desk. */
export function SampleSheet() {
  return (
    <main>
      <WinSheet win={aWin(0)} />
    </main>
  );
}
