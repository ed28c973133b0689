import type { ComponentProps, ReactNode } from "react";

import type { ErasureProof, FlagDetails, FoundCaller, StationCallerId } from "@linedesk/contract";
import { CallerIdCard, CodeCards } from "../src/features/admin/registers/CallerIdsSection.tsx";
import { CallersTable } from "../src/features/admin/registers/CallersTable.tsx";
import { ProofList, ProofSheet } from "../src/features/admin/registers/ErasureProofs.tsx";
import { FlagForm } from "../src/features/admin/registers/FlagForm.tsx";
import { FlagImportCard } from "../src/features/admin/registers/FlagImport.tsx";
import { FlagTable } from "../src/features/admin/registers/FlagTable.tsx";
import type { FlagImportState } from "../src/features/admin/registers/use-flag-import.ts";
import { uuid } from "./a-call.ts";
import { anAdminScene } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

function nothing() {
  return undefined;
}

function aFlag(n: number, over: Partial<FlagDetails>): FlagDetails {
  return {
    id: uuid(900 + n),
    name: "VIP",
    colour: "#a006d1",
    icon: "star",
    kind: "label",
    effect: "mark",
    hiddenByDefault: false,
    retired: false,
    carriers: 3,
    ...over,
  };
}

const abusive = aFlag(1, {
  name: "Abusive",
  colour: "#830d1e",
  icon: "ban",
  kind: "banned",
  effect: "block",
  carriers: 12,
});
const flags = [
  abusive,
  aFlag(2, { name: "Rings daily", colour: "#955f04", icon: null, effect: "to_back" }),
  aFlag(3, { name: "Old quiz", colour: "#59626b", icon: "note", retired: true }),
  aFlag(4, { carriers: 0, hiddenByDefault: true }),
];

const rows = Array.from({ length: 80 }, (_, n) => ({
  line: n + 2,
  name: `Flag ${n}`,
  colour: "",
  icon: "",
  kind: "",
  effect: "",
  hidden: "",
}));
const report = {
  added: 40,
  known: [{ line: 4, name: "VIP" }],
  bad: [
    { line: 7, reason: "row_colour_wrong", params: { value: "red" }, message: "" },
    { line: 9, reason: "row_without_name", params: {}, message: "" },
  ],
};
const course = {
  name: "flags.csv",
  bytes: new Uint8Array(),
  decoded: { encoding: "windows-1252", isGuess: true } as const,
  rows,
  done: 50,
  report,
};

function drawImport(state: FlagImportState): ReactNode {
  const view = { state, choose: nothing, decode: nothing, start: nothing, stop: nothing };
  return <FlagImportCard title="Import a file" view={view} close={nothing} />;
}

function aCallerId(n: number, over: Partial<StationCallerId>): StationCallerId {
  return {
    id: uuid(920 + n),
    number: "+61255509876",
    numberDisplay: "02 5550 9876",
    name: "Studio desk",
    state: "verified",
    code: null,
    inUse: false,
    requestedAt: "2026-11-21T01:40:00.000Z",
    verifiedAt: null,
    ...over,
  };
}
const callerIds = [
  aCallerId(1, { inUse: true }),
  aCallerId(2, {
    name: "Newsroom",
    state: "calling",
    code: "402917",
    numberDisplay: "02 5550 9877",
  }),
  aCallerId(3, { name: "Outside broadcast", state: "failed", numberDisplay: "0491 570 110" }),
];

const proof: ErasureProof = {
  id: uuid(940),
  at: "2026-11-21T01:40:00.000Z",
  by: "Erin",
  reason: "Letter of 12 November",
  erased: [
    { kind: "calls", count: 14 },
    { kind: "contacts", count: 1 },
    { kind: "wins", count: 2 },
    { kind: "chat_message.text", count: 3 },
    { kind: "callers", count: 1 },
  ],
  exports: [{ at: "2026-10-02T23:10:00.000Z", by: "Dan", what: "history.exported" }],
};

function aCaller(n: number, name: string | null, location: string | null): FoundCaller {
  return {
    id: uuid(950 + n),
    name,
    location,
    numbers: [{ number: `+6149157000${n}`, numberDisplay: `0491 570 00${n}` }],
    calls: 14 - n,
    lastCallAt: n === 3 ? null : `2026-11-1${n}T00:41:00.000Z`,
  };
}
const callers = [
  aCaller(1, "Kim Nguyen", "Parramatta"),
  aCaller(2, null, null),
  aCaller(3, "Priya Desai", "Harris Park"),
  aCaller(4, "Dana Petrov", "Ryde"),
];

function drawCallers(over: Partial<ComponentProps<typeof CallersTable>["view"]>): ReactNode {
  const view = {
    find: "",
    search: nothing,
    items: callers,
    loading: false,
    more: null,
    continueSearch: null,
  };
  return <CallersTable view={{ ...view, failed: null, ...over }} open={nothing} />;
}

const station = uuid(1);

/** The scenes in the admin area, by id. */
const states: Record<string, ReactNode> = {
  flags: <FlagTable station={station} flags={flags} edit={nothing} leave={nothing} />,
  flag: <FlagForm station={station} flag={abusive} close={nothing} />,
  "import-choice": drawImport({ status: "idle", problem: "noRows" }),
  "import-checked": drawImport({ status: "checked", ...course }),
  "import-runs": drawImport({ status: "importing", ...course }),
  "import-failed": drawImport({
    status: "failed",
    isChecking: false,
    words: "We could not reach the server.",
    ...course,
  }),
  "import-stopped": drawImport({ status: "stopped", ...course }),
  "caller-ids": (
    <>
      <CodeCards callerIds={callerIds} />
      <CallerIdCard station={station} callerIds={callerIds} />
    </>
  ),
  "caller-ids-none": <CallerIdCard station={station} callerIds={[]} />,
  callers: drawCallers({ more: nothing }),
  "callers-none": drawCallers({ items: [] }),
  "callers-not-found": drawCallers({ items: [], find: "zzz" }),
  "callers-failed": drawCallers({
    items: [],
    failed: { words: "We could not reach the server.", retry: nothing },
  }),
  erasures: <ProofList proofs={[proof]} open={nothing} />,
  "erasures-none": <ProofList proofs={[]} open={nothing} />,
  erasure: <ProofSheet proof={proof} station="2ZZ Sydney" close={nothing} />,
};

/** The section around a scene, by the beginning of the scene's name. */
const sections = [
  ["flag", "flags"],
  ["import", "flags"],
  ["caller-ids", "callerIds"],
  ["callers", "callers"],
  ["erasure", "privacy"],
] as const;

export const registerScenes: Scene[] = Object.entries(states).map(([id, body]) =>
  anAdminScene(
    `admin-${id}`,
    sections.find(([begin]) => id.startsWith(begin))?.[1] ?? "callers",
    body,
  ),
);
