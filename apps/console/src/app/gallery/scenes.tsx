import type { ReactNode } from "react";
import type { LineView } from "../../calls/views/line-view.ts";
import { KeypadDialog } from "../../features/lines/Keypad.tsx";
import { PhonePage } from "../../features/phone/PhonePage.tsx";
import { SettingsDialog } from "../../features/settings/SettingsDialog.tsx";
import { ShortcutSheet } from "../../features/shortcuts/ShortcutSheet.tsx";
import { Notices } from "../../ui/Notices.tsx";
import { FailedPage, NoStationPage, NotFoundPage, SessionPage } from "../pages.tsx";
import { CallerSheet, KitSheet, LineSheet, MicrophoneSheet } from "./sheets.tsx";
import {
  aDevice,
  aLine,
  aLineCall,
  line2Idle,
  lineStates,
  microphoneStates,
} from "./line-views.ts";
import {
  callerStates,
  aSettings,
  aSound,
  aStation,
  nobodyNext,
  notices,
  phoneStates,
} from "./other-views.ts";
import { aQueue, hardRows, manyRows, sampleRows } from "./queue-views.ts";
import { Stage } from "./Stage.tsx";

const nothing = () => undefined;

interface Scene {
  id: string;
  draw: (compact: boolean) => ReactNode;
}

const lostQueue = aQueue(sampleRows, { stale: true });
const idleLines: [ReturnType<typeof aLine>, ReturnType<typeof aLine>] = [
  aLine({ call: null }),
  line2Idle,
];

const other = (view: LineView): LineView =>
  view.number === 1
    ? { ...line2Idle, selected: !view.selected }
    : aLine({ call: null, selected: false });

const stages: Scene[] = [
  { id: "console", draw: (compact) => <Stage compact={compact} /> },
  {
    id: "console-hard",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={aQueue(hardRows)}
        lines={[
          aLine({
            device: aDevice({ kind: "audio_server", label: "Studio B in the old building" }),
          }),
          aLine({ line: "line2", number: 2, selected: false, call: aLineCall({ muted: true }) }),
        ]}
      />
    ),
  },
  { id: "console-many", draw: (compact) => <Stage compact={compact} queue={aQueue(manyRows)} /> },
  {
    id: "console-empty",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={idleLines}
        queue={aQueue([])}
        caller={null}
        takeNext={nobodyNext}
        station={aStation({ waiting: 0, longestWaitSince: null })}
      />
    ),
  },
  {
    id: "console-closed",
    draw: (compact) => (
      <Stage
        compact={compact}
        lines={idleLines}
        queue={aQueue([])}
        caller={null}
        takeNext={nobodyNext}
        station={aStation({ waiting: 0, longestWaitSince: null, open: false, setOpen: null })}
      />
    ),
  },
  {
    id: "console-filtered",
    draw: (compact) => <Stage compact={compact} filter={{ tab: "hold", find: "nobody" }} />,
  },
  {
    id: "console-lost",
    draw: (compact) => (
      <Stage
        compact={compact}
        queue={lostQueue}
        connection={{ status: "reconnecting", attempt: 2, since: Date.now() - 12_000 }}
        lines={[
          aLine({
            call: aLineCall({ state: { status: "reconnecting", since: "2026-11-20T23:42:00Z" } }),
          }),
          aLine({
            line: "line2",
            number: 2,
            selected: false,
            call: null,
            device: aDevice({ status: "unregistered", register: nothing }),
          }),
        ]}
      />
    ),
  },
  {
    id: "console-offline",
    draw: (compact) => (
      <Stage compact={compact} connection={{ status: "offline", since: 0 }} queue={lostQueue} />
    ),
  },
  {
    id: "console-notices",
    draw: (compact) => (
      <>
        <Stage compact={compact} station={aStation({ telephony: "down", open: "some" })} />
        <Notices label="Messages" dismissLabel="Dismiss" notices={notices} dismiss={nothing} />
      </>
    ),
  },
];

const dialogs: Scene[] = [
  {
    id: "settings",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <SettingsDialog open onClose={nothing} sound={aSound()} settings={aSettings()} />
      </>
    ),
  },
  {
    id: "settings-no-microphone",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <SettingsDialog
          open
          onClose={nothing}
          sound={aSound({ microphone: "denied", askMicrophone: nothing })}
          settings={aSettings()}
        />
      </>
    ),
  },
  {
    id: "shortcuts",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <ShortcutSheet open onClose={nothing} />
      </>
    ),
  },
  {
    id: "keypad",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <KeypadDialog number={1} send={nothing} onClose={nothing} />
      </>
    ),
  },
];

/** Many on one page to look at; their names are not unique, so that no audit visits them. */
export const sheets: Scene[] = [
  { id: "lines", draw: () => <LineSheet /> },
  { id: "microphone", draw: () => <MicrophoneSheet /> },
  { id: "callers", draw: () => <CallerSheet /> },
];

const states: Scene[] = [
  { id: "kit", draw: () => <KitSheet /> },
  ...Object.entries({ ...lineStates, ...microphoneStates }).map(([name, view]) => ({
    id: `line-${name.replaceAll(/\W+/g, "-")}`,
    draw: (compact: boolean) => <Stage compact={compact} lines={[view, other(view)]} />,
  })),
  ...Object.entries(callerStates).map(([name, view]) => ({
    id: `caller-${name.replaceAll(" ", "-")}`,
    draw: (compact: boolean) => <Stage compact={compact} caller={view} />,
  })),
];

const pages: Scene[] = [
  { id: "signing-in", draw: () => <SessionPage session={{ status: "unauthenticated" }} /> },
  {
    id: "start-failed",
    draw: () => (
      <SessionPage
        session={{ status: "failed", words: "We could not reach the server", retry: nothing }}
      />
    ),
  },
  { id: "no-station", draw: () => <NoStationPage /> },
  { id: "not-found", draw: () => <NotFoundPage home={nothing} /> },
  { id: "page-failed", draw: () => <FailedPage /> },
  ...Object.entries(phoneStates).map(([name, view]) => ({
    id: `phone-${name}`,
    draw: () => <PhonePage view={view} />,
  })),
];

export const scenes: Scene[] = [...stages, ...dialogs, ...states, ...pages];
