import type { ReactNode } from "react";

import type { LineDetails, Station, StationDetails, StationMember } from "@linedesk/contract";
import { AirCard } from "../src/features/admin/AirCard.tsx";
import { NewStationCard } from "../src/features/admin/FirstStation.tsx";
import { InviteForm } from "../src/features/admin/InviteForm.tsx";
import { LineForm } from "../src/features/admin/LineForm.tsx";
import { LineCard } from "../src/features/admin/LinesSection.tsx";
import { OwnNumber } from "../src/features/admin/OwnNumber.tsx";
import { MemberTable } from "../src/features/admin/PeopleSection.tsx";
import { AddCaller } from "../src/features/admin/registers/AddCaller.tsx";
import { EraseCaller } from "../src/features/admin/registers/EraseCaller.tsx";
import { VerifyForm } from "../src/features/admin/registers/VerifyForm.tsx";
import { RightsTable } from "../src/features/admin/RightsTable.tsx";
import { SectionState } from "../src/features/admin/SectionState.tsx";
import { StationForm } from "../src/features/admin/StationSection.tsx";
import type { AirLinesView } from "../src/features/admin/use-air-lines.ts";
import { uuid } from "./a-call.ts";
import { anAdminScene } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

function nothing() {
  return undefined;
}

const station: Station = {
  id: uuid(1),
  callSign: "2ZZ",
  name: "2ZZ Sydney",
  role: "owner",
} as Station;

function aLine(n: number, over: Partial<LineDetails> = {}): LineDetails {
  return {
    id: uuid(960 + n),
    name: `Line ${n}`,
    number: `+6125550${String(1000 + n)}`,
    numberDisplay: `02 5550 ${1000 + n}`,
    open: n % 3 !== 0,
    priority: false,
    isOwn: true,
    forwardTo: null,
    holdMusicUrl: null,
    lineClosedUrl: null,
    withheld: "accept",
    withheldWords: null,
    ...over,
  } as LineDetails;
}

const lines = [
  aLine(1, { name: "Main", priority: true }),
  aLine(2, { name: "Contest" }),
  aLine(3, { name: "Newsroom", forwardTo: "+61255501900" }),
];
const unknown = aLine(4, { name: "Evening", isOwn: false });
const many = Array.from({ length: 64 }, (_, n) => aLine(n + 1));

function aMember(n: number, over: Partial<StationMember>): StationMember {
  return {
    user: uuid(20 + n),
    name: "Alice Okafor",
    email: "alice@example.com",
    role: "owner",
    invited: false,
    fromGroup: false,
    group: null,
    disabled: false,
    ...over,
  } as StationMember;
}

const members = [
  aMember(0, {}),
  aMember(1, { name: "Bob Singh", email: "bob@example.com", role: "screener" }),
  aMember(2, { name: "Carla Reyes", email: "carla@example.com", role: "presenter" }),
  aMember(3, { name: "Newsroom", email: null, role: "producer", fromGroup: true, group: "news" }),
  aMember(4, { name: "dan@example.com", email: "dan@example.com", role: "admin", invited: true }),
  aMember(5, { name: "Eve Long", email: "eve@example.com", role: "producer", disabled: true }),
];

const details: StationDetails = {
  callSign: station.callSign,
  name: station.name,
  liveProgrammeUrl: "https://stream.2zz.example/live.mp3",
  holdMusicUrl: null,
  lineClosedUrl: null,
  linesBusyUrl: null,
  lineClosedWords: "The lines are closed. Ring again from six in the morning.",
  linesBusyWords: null,
  maxDialS: 3_600,
  forwardTo: null,
  priorityLine: uuid(961),
  openingHours: {
    timeZone: "Australia/Sydney",
    week: [1, 2, 3, 4, 5].map((day) => ({ day, from: "06:00", to: "22:00" })),
    holidays: [{ day: "2026-12-25", name: "Christmas Day" }],
  },
  logo: null,
  colour: "#a006d1",
};

function drawLines(list: readonly LineDetails[]) {
  return <LineCard lines={list} edit={nothing} remove={nothing} add={nothing} />;
}

function drawForm(line: LineDetails | null) {
  return <LineForm station={station.id} line={line} close={nothing} />;
}

const failed = {
  status: "failed",
  words: "We could not reach the server.",
  retry: nothing,
} as const;

/**
 * Returns the section of a scene: the section with which the scene's name begins, otherwise the
 * callers.
 */
function sectionOf(scene: string): string {
  return sections.find(([begin]) => scene.startsWith(begin))?.[1] ?? "callers";
}

const sections = [
  ["line", "lines"],
  ["people", "people"],
  ["station", "station"],
  ["air", "station"],
  ["first", "newStation"],
  ["verify", "callerIds"],
] as const;

const air: AirLinesView = {
  station: "2ZZ",
  feeds: { line1: null, line2: true },
  refused: "Bob has a call on that line",
  set: nothing,
  requiresReady: true,
  requireReady: nothing,
  allowsDump: true,
  allowDump: nothing,
  callBackDigit: "7",
  setCallBackDigit: nothing,
};

/** Each scene is within the whole page of the admin area. */
const states: Record<string, ReactNode> = {
  lines: drawLines(lines),
  "lines-none": drawLines([]),
  "lines-many": drawLines(many),
  "line-new": drawForm(null),
  "line-edited": drawForm(lines[2] ?? null),
  "line-own": <OwnNumber station={station.id} line={unknown} canConfirmNumber />,
  "line-own-asked": <OwnNumber station={station.id} line={unknown} canConfirmNumber={false} />,
  people: (
    <>
      <MemberTable station={station.id} own="owner" members={members} />
      <InviteForm station={station.id} own="owner" />
      <RightsTable />
    </>
  ),
  station: <StationForm station={station.id} details={details} lines={lines} />,
  air: <AirCard view={air} />,
  first: <NewStationCard made={nothing} />,
  verify: <VerifyForm station={station.id} />,
  "caller-new": <AddCaller station={station.id} />,
  erase: (
    <EraseCaller
      station={station.id}
      caller={{ id: uuid(77), name: "Ruby Chen" }}
      erased={nothing}
    />
  ),
  failed: <SectionState fetched={failed} />,
};

export const adminScenes: Scene[] = Object.entries(states).map(([id, body]) =>
  anAdminScene(`admin-page-${id}`, sectionOf(id), body),
);
