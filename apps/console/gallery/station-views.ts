import { defaultSettings, type PhoneLine } from "@linedesk/contract";
import type { SettingsView } from "../src/features/settings/use-settings.ts";
import type { SoundView } from "../src/features/settings/use-sound.ts";
import type { WaitingFiguresProps } from "../src/features/station/TopBar.tsx";
import type { DeskView } from "../src/features/station/use-desk.ts";
import type { StationView } from "../src/features/station/use-station.ts";
import type { NoticeView } from "../src/lib/notice-view.ts";
import { ago, uuid } from "./a-call.ts";
import { firstCall } from "./queue-views.ts";

function nothing() {
  return undefined;
}

function aPhoneLine(n: number, over: Partial<PhoneLine>): PhoneLine {
  return {
    id: uuid(710 + n),
    station: uuid(700),
    name: "Main",
    number: `+6125550010${n}`,
    numberDisplay: `02 5550 010${n}`,
    open: true,
    priority: false,
    ...over,
  };
}

/** A station with the figures of the top bar. */
export type StageStation = StationView & WaitingFiguresProps;

export function aStation(over: Partial<StageStation> = {}): StageStation {
  return {
    station: { id: uuid(700), callSign: "2ZZ", name: "Sydney", role: "owner" },
    stations: [
      { id: uuid(700), callSign: "2ZZ", name: "Sydney", role: "owner" },
      { id: uuid(701), callSign: "3YY", name: "Melbourne", role: "screener" },
    ],
    phoneLines: [
      aPhoneLine(1, {}),
      aPhoneLine(2, { name: "Contest" }),
      aPhoneLine(3, { name: "Closed", open: false }),
      aPhoneLine(4, { name: "Priority", priority: true }),
    ],
    open: true,
    setOpen: nothing,
    telephony: "up",
    others: [],
    waiting: 14,
    longestWaitSince: ago(401),
    ...over,
  };
}

export function aTakeNext(over: Partial<DeskView["takeNext"]> = {}): DeskView["takeNext"] {
  return {
    call: firstCall,
    take: nothing,
    because: null,
    pending: false,
    skipped: 0,
    toAir: false,
    ...over,
  };
}

export const longNext = aTakeNext({
  call: {
    ...firstCall,
    caller: { ...firstCall.caller, name: "Wilhelmina Featherstonehaugh-Papadopoulos" },
  },
});

export const nobodyNext = aTakeNext({ call: null, take: null, because: "nobody_waits" });

export function aSettings(over: Partial<SettingsView["settings"]> = {}): SettingsView {
  return {
    settings: { ...defaultSettings, ...over },
    change: nothing,
    serverNow: () => "2026-11-20T00:00:00.000Z",
  };
}

export function aSound(over: Partial<SoundView> = {}): SoundView {
  const devices = [
    { id: "a", label: "Yealink UH37" },
    { id: "b", label: "Laptop speakers and microphone array of the built-in sound card" },
  ];
  const choice = { devices, chosen: "a", choose: nothing, test: nothing };
  return {
    microphone: "granted",
    askMicrophone: null,
    input: { ...choice, test: null },
    output: choice,
    ringer: { ...choice, chosen: null },
    openMeter: () => nothing,
    readLevel: () => 0.58,
    ...over,
  };
}

export const notices: NoticeView[] = [
  { id: "1", tone: "info", words: "Bob took Chris Wu on line 1.", code: null, action: null },
  {
    id: "2",
    tone: "failure",
    words: "The server did not answer in 10 s.",
    code: "timeout",
    action: { label: "Retry", run: nothing },
  },
  { id: "3", tone: "done", words: "All lines are open.", code: null, action: null },
  {
    id: "4",
    tone: "warning",
    words: "No sound from your microphone",
    code: null,
    action: { label: "Sound settings", run: nothing },
  },
];
