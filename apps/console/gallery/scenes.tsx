import type { ReactElement } from "react";

import { panels } from "../src/app/panels.ts";
import { SessionPage } from "../src/app/SessionPage.tsx";
import { FailedPage, NoStationPage, NotFoundPage } from "../src/app/StatusPage.tsx";
import { UnsupportedPage } from "../src/app/UnsupportedPage.tsx";
import type { StartFailure } from "../src/client/store/desk-slice.ts";
import { analyticsMessages } from "../src/features/admin/analytics/analytics-messages.ts";
import { AnalyticsView } from "../src/features/admin/analytics/AnalyticsView.tsx";
import { BulkReject } from "../src/features/bulk/BulkReject.tsx";
import { ChatCard } from "../src/features/chat/ChatCard.tsx";
import { ConferenceCard } from "../src/features/conference/ConferenceCard.tsx";
import { FlagPopover } from "../src/features/flags/FlagPopover.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import { PhonePage } from "../src/features/phone/PhonePage.tsx";
import { MovePopover } from "../src/features/queue/MovePopover.tsx";
import { SettingsCard } from "../src/features/settings/SettingsCard.tsx";
import { ShortcutSettings } from "../src/features/settings/ShortcutSettings.tsx";
import { ShortcutSheet } from "../src/features/shortcuts/ShortcutSheet.tsx";
import { LazyWords } from "../src/ui/LazyWords.tsx";
import { uuid } from "./a-call.ts";
import { adminScenes } from "./admin-scenes.tsx";
import { analyticsStates } from "./analytics-views.ts";
import { boardScenes } from "./board-scenes.tsx";
import { bulkStates } from "./bulk-views.ts";
import { callerFlags, callerStates } from "./caller-views.ts";
import { chatStates } from "./chat-views.ts";
import { conferenceLines, conferenceStates } from "./conference-views.ts";
import { contactStates } from "./contact-views.tsx";
import { contestStates } from "./contest-views.tsx";
import { dialStates, keypadStates } from "./dial-views.tsx";
import { aLine, line2Idle, lineStates, microphoneStates } from "./line-views.ts";
import { lostScenes } from "./lost-scenes.tsx";
import { peopleStates } from "./people-views.tsx";
import { phoneStates } from "./phone-views.ts";
import { prizeStates, SampleSheet } from "./prize-views.tsx";
import { registerScenes } from "./register-scenes.tsx";
import { CallerSheet, KitSheet, LineSheet, MicrophoneSheet } from "./sheets.tsx";
import { soundCheckScenes } from "./sound-check-scenes.tsx";
import { type Scene, stages } from "./stage-scenes.tsx";
import { Stage } from "./Stage.tsx";
import { aSettings, aSound, aStation } from "./station-views.ts";
import { watchStates } from "./watch-views.tsx";

import adminStyles from "../src/features/admin/Admin.module.css";

function nothing() {
  return undefined;
}

function other(view: LineView): LineView {
  return view.number === 1
    ? { ...line2Idle, selected: !view.selected }
    : aLine({ call: null, selected: false });
}

const settingsStates: Record<string, ReactElement> = {
  settings: (
    <SettingsCard
      sound={aSound()}
      settings={aSettings()}
      notifications={{ permission: "granted", allow: null }}
      stations={aStation().stations.slice(0, 1)}
      air={null}
    />
  ),
  "settings-stations": (
    <SettingsCard
      sound={aSound()}
      settings={aSettings({
        callerCount: 7,
        stations: { callStations: [uuid(700)] },
        chatCleared: { [uuid(701)]: "2026-03-01T23:42:07.000Z" },
      })}
      notifications={{ permission: "granted", allow: null }}
      stations={aStation().stations}
      air={null}
    />
  ),
  "settings-lines": (
    <SettingsCard
      sound={aSound()}
      settings={aSettings()}
      notifications={{ permission: "granted", allow: null }}
      stations={[]}
      air={null}
      devices={{
        servers: [{ id: uuid(801), name: "Studio B" }],
        presets: [],
        preset: null,
        chosen: { line1: uuid(801), line2: null },
        choose: { line1: null, line2: nothing },
        choosePreset: null,
      }}
    />
  ),
  "settings-no-microphone": (
    <SettingsCard
      sound={aSound({ microphone: "denied", askMicrophone: nothing })}
      settings={aSettings()}
      notifications={{ permission: "default", allow: nothing }}
      stations={[]}
      air={null}
    />
  ),
  "settings-air": (
    <SettingsCard
      sound={aSound()}
      settings={aSettings()}
      notifications={{ permission: "granted", allow: null }}
      stations={[]}
      air={{
        station: "2ZZ",
        feeds: { line1: null, line2: true },
        refused: "Bob has a call on that line",
        set: nothing,
        requiresReady: true,
        requireReady: nothing,
        callBackDigit: "7",
        setCallBackDigit: nothing,
      }}
    />
  ),
};

const chosenKeys = { "line.hold": "F7", "panel.dial": "Alt+9", "queue.move": "" };

const keyStates: Record<string, ReactElement> = {
  "settings-keys": (
    <section aria-label="Keys">
      <h2>Settings</h2>
      <h3>Keys</h3>
      <ShortcutSettings settings={aSettings({ shortcuts: chosenKeys })} isOpenAtFirst />
    </section>
  ),
};

const dialogs: Scene[] = [
  {
    id: "shortcuts",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <ShortcutSheet open onClose={nothing} />
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

const emptyDraft = { text: "", type: nothing, offers: [] };

/** The conference's card. */
const conference: Scene[] = Object.entries(conferenceStates).map(([name, view]) => {
  const body = () => <ConferenceCard view={view} draft={emptyDraft} />;
  return {
    id: `panel-conference-${name}`,
    draw: (compact) => <Stage compact={compact} openPanel="conference" panelBody={body} />,
  };
});

/** Bulk reject with callers in it. */
const bulk: Scene[] = Object.entries(bulkStates).map(([name, view]) => {
  const body = () => <BulkReject view={view} close={nothing} />;
  return {
    id: `panel-bulk-${name}`,
    draw: (compact) => <Stage compact={compact} openPanel="bulk-reject" panelBody={body} />,
  };
});

/** The chat, and its button while it is closed. */
const chat: Scene[] = [
  { id: "console-unread", draw: (compact) => <Stage compact={compact} unread={12} /> },
  ...Object.entries(chatStates).map(([name, view]) => {
    const body = () => <ChatCard view={view} />;
    return {
      id: `panel-chat-${name}`,
      draw: (compact: boolean) => <Stage compact={compact} openPanel="chat" panelBody={body} />,
    };
  }),
];

const beside = { getBoundingClientRect: () => new DOMRect(240, 360, 200, 20) };

/** Small forms beside a row. */
const popovers: Scene[] = [
  {
    id: "console-flags",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <FlagPopover view={callerFlags} anchor={beside} close={nothing} />
      </>
    ),
  },
  {
    id: "console-flags-failed",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <FlagPopover
          view={{ ...callerFlags, status: "failed", words: "We could not reach the server." }}
          anchor={beside}
          close={nothing}
        />
      </>
    ),
  },
  {
    id: "console-move",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <MovePopover
          name="Pat Jones"
          position={5}
          count={9}
          anchor={beside}
          move={nothing}
          close={nothing}
        />
      </>
    ),
  },
];

const states: Scene[] = [
  { id: "kit", draw: () => <KitSheet /> },
  ...Object.entries({ ...lineStates, ...microphoneStates, ...conferenceLines }).map(
    ([name, view]) => ({
      id: `line-${name.replaceAll(/\W+/g, "-")}`,
      draw: (compact: boolean) => <Stage compact={compact} lines={[view, other(view)]} />,
    }),
  ),
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
  ...Object.entries(analyticsStates).map(([name, answers]) => ({
    id: `analytics-${name}`,
    draw: () => (
      <LazyWords words={{ analytics: analyticsMessages }}>
        <main aria-label="Analytics">
          <h1>Analytics</h1>
          <h2>Analytics</h2>
          <AnalyticsView answers={answers} />
        </main>
      </LazyWords>
    ),
  })),
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
  { id: "winner-sheet", draw: () => <SampleSheet /> },
  { id: "page-failed", draw: () => <FailedPage /> },
  { id: "unsupported", draw: () => <UnsupportedPage missing={["webRtc", "microphone"]} /> },
  ...Object.entries(phoneStates).map(([name, view]) => ({
    id: `phone-${name}`,
    draw: () => <PhonePage view={view} />,
  })),
];

/** Cards of the side column, beside the queue. */
const cards: Scene[] = Object.entries({
  ...dialStates,
  ...keypadStates,
  ...settingsStates,
  ...keyStates,
  ...contestStates,
  ...prizeStates,
  ...peopleStates,
}).map(([id, body]) => ({
  id,
  draw: (compact) => <Stage compact={compact} card={{ id: id.split("-")[0] ?? "", body }} />,
}));

/** Sections of the admin area, without its frame. */
const watch: Scene[] = Object.entries(watchStates).map(([id, body]) => ({
  id: `admin-${id}`,
  draw: () => (
    <main className={adminStyles["main"]}>
      <h1>2ZZ</h1>
      <h2>Newsroom</h2>
      <div className={adminStyles["section"]}>{body}</div>
    </main>
  ),
}));

/** The card of the phone book. */
const contacts: Scene[] = Object.entries(contactStates).map(([id, body]) => ({
  id: `panel-${id}`,
  draw: (compact) => <Stage compact={compact} card={{ id: "phone-book", body }} />,
}));

export const scenes: Scene[] = [
  ...lostScenes,
  ...stages,
  ...cards,
  ...contacts,
  ...watch,
  ...dialogs,
  ...openPanels,
  ...bulk,
  ...conference,
  ...chat,
  ...popovers,
  ...soundCheckScenes,
  ...registerScenes,
  ...adminScenes,
  ...states,
  ...boardScenes,
  ...pages,
];
