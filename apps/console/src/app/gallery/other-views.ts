import { defaultSettings } from "@linedesk/contract";
import type { PhoneLine } from "@linedesk/contract";
import type { CallerView, EditableView } from "../../calls/views/caller-view.ts";
import type { DemoPhoneView } from "../../calls/views/demo-phone-view.ts";
import type { DeskView } from "../../calls/views/desk-view.ts";
import type { NoticeView } from "../../calls/views/notice-view.ts";
import type { SettingsView } from "../../calls/views/settings-view.ts";
import type { SoundView } from "../../calls/views/sound-view.ts";
import type { StationView } from "../../calls/views/station-view.ts";
import { aCall, ago, pastCalls, uuid } from "./calls.ts";
import { sampleRows } from "./queue-views.ts";

const nothing = () => undefined;

const aPhoneLine = (n: number, over: Partial<PhoneLine>): PhoneLine => ({
  id: uuid(710 + n),
  station: uuid(700),
  name: "Main",
  number: `+6125550010${n}`,
  numberDisplay: `02 5550 010${n}`,
  open: true,
  priority: false,
  ...over,
});

export const aStation = (over: Partial<StationView> = {}): StationView => ({
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
  waiting: 14,
  longestWaitSince: ago(401),
  ...over,
});

const first = sampleRows[0]?.call ?? aCall({ n: 21 });

export const aTakeNext = (over: Partial<DeskView["takeNext"]> = {}): DeskView["takeNext"] => ({
  call: first,
  take: nothing,
  because: null,
  pending: false,
  ...over,
});

export const nobodyNext = aTakeNext({ call: null, take: null, because: "nobody_waits" });

const editable = (value: string, over: Partial<EditableView> = {}): EditableView => ({
  value,
  save: nothing,
  state: { status: "idle" },
  ...over,
});

export const aCallerView = (over: Partial<CallerView> = {}): CallerView => ({
  call: first,
  name: editable(first.caller.name ?? ""),
  place: editable(first.caller.location ?? ""),
  point: editable(first.description),
  history: { status: "ready", items: pastCalls, more: nothing },
  ...over,
});

const warned = aCall({
  n: 61,
  caller: {
    name: "Pat Jones",
    numberDisplay: "0491 570 158",
    warning: { kind: "banned", reason: "threatened a presenter on 4 July, do not put to air" },
    earlierCalls: 12,
  },
});

/** Every state of the caller's panel, by name. */
export const callerStates: Record<string, CallerView | null> = {
  known: aCallerView(),
  none: null,
  banned: aCallerView({ call: warned, name: editable("Pat Jones"), point: editable("") }),
  saving: aCallerView({ place: editable("Penrith South", { state: { status: "saving" } }) }),
  failed: aCallerView({
    point: editable("bus lanes", {
      state: { status: "failed", words: "We could not reach the server" },
    }),
  }),
  "read only": aCallerView({
    name: editable("Sam Tran", { save: null }),
    place: editable("Penrith", { save: null }),
    point: editable("", { save: null }),
    history: { status: "ready", items: [], more: null },
  }),
  "history loading": aCallerView({ history: { status: "loading" } }),
  "history failed": aCallerView({
    history: { status: "failed", words: "We could not reach the server", retry: nothing },
  }),
  "withheld number": aCallerView({
    call: aCall({
      n: 62,
      caller: {
        name: null,
        number: null,
        numberDisplay: "Private",
        location: null,
        earlierCalls: 0,
      },
    }),
    name: editable(""),
    place: editable(""),
    point: editable(""),
    history: null,
  }),
};

export const aSettings = (over: Partial<SettingsView["settings"]> = {}): SettingsView => ({
  settings: { ...defaultSettings, ...over },
  change: nothing,
});

export const aSound = (over: Partial<SoundView> = {}): SoundView => {
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
};

export const notices: NoticeView[] = [
  { id: "1", tone: "info", words: "Bob took Chris Wu on line 1.", code: null, action: null },
  {
    id: "2",
    tone: "failure",
    words: "The server did not answer in 10 s.",
    code: "timeout",
    action: { label: "Try again", run: nothing },
  },
  { id: "3", tone: "done", words: "All lines are open.", code: null, action: null },
  {
    id: "4",
    tone: "warning",
    words: "We hear nothing from your microphone",
    code: null,
    action: { label: "Sound settings", run: nothing },
  },
];

const readyPhone: Extract<DemoPhoneView, { status: "ready" }> = {
  status: "ready",
  lines: [
    { number: "+61255500101", label: "2ZZ Main, 02 5550 0101" },
    { number: "+61255500102", label: "2ZZ Contest, 02 5550 0102" },
  ],
  callerNumbers: [
    { number: "+61491570006", label: "0491 570 006, Kim Nguyen" },
    { number: "+61491570156", label: "0491 570 156, Sam Tran" },
  ],
  from: "+61491570006",
  chooseFrom: nothing,
  to: "+61255500101",
  chooseTo: nothing,
  call: { status: "idle" },
  microphone: "granted",
  dial: nothing,
  hangUp: null,
  muted: false,
  mute: null,
  unmute: null,
  sendDigit: null,
  readInputLevel: () => 0,
  readOutputLevel: () => 0,
  notice: null,
};

const busyPhone = { ...readyPhone, chooseFrom: null, chooseTo: null, dial: null, hangUp: nothing };

/** Every state of the telephone, by name. */
export const phoneStates: Record<string, DemoPhoneView> = {
  idle: readyPhone,
  ringing: { ...busyPhone, call: { status: "ringing", since: ago(6) } },
  talking: {
    ...busyPhone,
    call: { status: "talking", since: ago(95) },
    mute: nothing,
    sendDigit: nothing,
    readInputLevel: () => 0.35,
    readOutputLevel: () => 0.7,
  },
  reconnecting: { ...busyPhone, call: { status: "reconnecting", since: ago(95) } },
  ended: { ...readyPhone, call: { status: "ended", words: "The station hung up" } },
  off: { status: "off" },
  failed: { status: "failed", words: "We could not reach the server", retry: nothing },
};
