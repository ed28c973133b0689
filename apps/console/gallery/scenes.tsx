import { panels } from "../src/app/panels.ts";
import { SessionPage } from "../src/app/SessionPage.tsx";
import { FailedPage, NoStationPage, NotFoundPage } from "../src/app/StatusPage.tsx";
import { UnsupportedPage } from "../src/app/UnsupportedPage.tsx";
import type { StartFailure } from "../src/client/store/desk-slice.ts";
import { KeypadDialog } from "../src/features/lines/KeypadDialog.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import { PhonePage } from "../src/features/phone/PhonePage.tsx";
import { SettingsDialog } from "../src/features/settings/SettingsDialog.tsx";
import { ShortcutSheet } from "../src/features/shortcuts/ShortcutSheet.tsx";
import { uuid } from "./a-call.ts";
import { callerStates } from "./caller-views.ts";
import { aLine, line2Idle, lineStates, microphoneStates } from "./line-views.ts";
import { phoneStates } from "./phone-views.ts";
import { CallerSheet, KitSheet, LineSheet, MicrophoneSheet } from "./sheets.tsx";
import { soundCheckScenes } from "./sound-check-scenes.tsx";
import { type Scene, stages } from "./stage-scenes.tsx";
import { Stage } from "./Stage.tsx";
import { aSettings, aSound } from "./station-views.ts";

function nothing() {
  return undefined;
}

function other(view: LineView): LineView {
  return view.number === 1
    ? { ...line2Idle, selected: !view.selected }
    : aLine({ call: null, selected: false });
}

const dialogs: Scene[] = [
  {
    id: "settings",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <SettingsDialog
          open
          onClose={nothing}
          sound={aSound()}
          settings={aSettings()}
          stations={[]}
        />
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
          stations={[]}
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
    id: "keypad-over",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <KeypadDialog number={1} send={null} onClose={nothing} />
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

/** Each panel as it is before anything has come from the server. */
const openPanels: Scene[] = panels.map(({ id }) => ({
  id: `panel-${id}`,
  draw: (compact) => <Stage compact={compact} openPanel={id} />,
}));

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

const startFailures: Record<string, StartFailure> = {
  "start-failed": { step: "load", words: "We could not reach the server" },
  "sign-in-unreachable": { step: "sign_in", reason: "unreachable" },
  "sign-in-late": { step: "sign_in", reason: "timeout" },
};

const pages: Scene[] = [
  { id: "signing-in", draw: () => <SessionPage session={{ status: "unauthenticated" }} /> },
  ...Object.entries(startFailures).map(([id, failure]) => ({
    id,
    draw: () => (
      <SessionPage
        session={{ status: "failed", failure, retry: nothing, openSignInPage: nothing }}
      />
    ),
  })),
  {
    id: "no-station",
    draw: () => (
      <NoStationPage
        user={{ id: uuid(1), name: "Alice Okafor", email: "alice@2zz.example" }}
        signOut={nothing}
      />
    ),
  },
  { id: "not-found", draw: () => <NotFoundPage home={nothing} /> },
  { id: "page-failed", draw: () => <FailedPage /> },
  { id: "unsupported", draw: () => <UnsupportedPage missing={["webRtc", "microphone"]} /> },
  ...Object.entries(phoneStates).map(([name, view]) => ({
    id: `phone-${name}`,
    draw: () => <PhonePage view={view} />,
  })),
];

export const scenes: Scene[] = [
  ...stages,
  ...dialogs,
  ...openPanels,
  ...soundCheckScenes,
  ...states,
  ...pages,
];
