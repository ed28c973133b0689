import { panels } from "../src/app/panels.ts";
import { UnsupportedPage } from "../src/app/start-console.tsx";
import { FailedPage, NoStationPage, NotFoundPage, SessionPage } from "../src/app/StatusPage.tsx";
import type { StartFailure } from "../src/client/store/desk-state.ts";
import { AnalyticsView } from "../src/features/admin/analytics/AnalyticsView.tsx";
import { BulkReject } from "../src/features/bulk/BulkReject.tsx";
import { ChatCard } from "../src/features/chat/ChatCard.tsx";
import { ConferenceCard } from "../src/features/conference/ConferenceCard.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import { PhonePage } from "../src/features/phone/PhonePage.tsx";
import { ShortcutSheet } from "../src/features/shortcuts/ShortcutSheet.tsx";
import { uuid } from "./a-call.ts";
import { aLine, line2Idle } from "./a-line.ts";
import { adminScenes } from "./admin-scenes.tsx";
import { anAdminScene } from "./AdminFrame.tsx";
import { analyticsStates } from "./analytics-views.ts";
import { Arrivals } from "./arrivals.tsx";
import { audioServerScenes } from "./audio-server-scenes.tsx";
import { boardScenes } from "./board-scenes.tsx";
import { bulkStates } from "./bulk-views.ts";
import { callerStates } from "./caller-views.ts";
import { chatStates } from "./chat-views.ts";
import { conferenceLines, conferenceStates } from "./conference-views.ts";
import { contactStates } from "./contact-views.tsx";
import { contestStates } from "./contest-views.tsx";
import { cutOffScenes } from "./cut-off-scenes.tsx";
import { dialStates, keypadStates } from "./dial-views.tsx";
import { keyScenes } from "./key-scenes.tsx";
import { lineStates, microphoneStates } from "./line-views.ts";
import { lostScenes } from "./lost-scenes.tsx";
import { manualScenes } from "./manual-scenes.tsx";
import { MovingLimit } from "./moving-limit.tsx";
import { peopleStates } from "./people-views.tsx";
import { phoneStates } from "./phone-views.ts";
import { popoverScenes } from "./popover-scenes.tsx";
import { prizeStates, SampleSheet } from "./prize-views.tsx";
import { programmeScenes } from "./programme-scenes.tsx";
import { recordingScenes } from "./recording-scenes.tsx";
import { registerScenes } from "./register-scenes.tsx";
import { sectionScenes } from "./section-scenes.tsx";
import { settingsStates } from "./settings-views.tsx";
import { CallerSheet, KitSheet, LineSheet, MicrophoneSheet } from "./sheets.tsx";
import { soundCheckScenes } from "./sound-check-scenes.tsx";
import { type Scene, stages } from "./stage-scenes.tsx";
import { type FailingPart, Stage } from "./Stage.tsx";
import { telephonyScenes } from "./telephony-scenes.tsx";
import { upkeepScenes } from "./upkeep-scenes.tsx";
import { watchStates } from "./watch-views.tsx";

function nothing() {
  return undefined;
}

/** Returns the line and an idle line beside it; one of the two is selected. */
function withOther(view: LineView): [LineView, LineView] {
  const selected = !view.selected;
  return view.number === 1
    ? [view, { ...line2Idle, selected }]
    : [aLine({ call: null, selected }), view];
}

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
  ...keyScenes,
];

const failingParts: FailingPart[] = ["top", "strip", "queue", "card", "bottom"];

/** Scenes with many or with failing parts; the accessibility audit skips them. */
export const sheets: Scene[] = [
  ...failingParts.map((part) => ({
    id: `failing-${part}`,
    draw: (compact: boolean) => <Stage compact={compact} failing={part} />,
  })),
  { id: "lines", draw: () => <LineSheet /> },
  { id: "microphone", draw: () => <MicrophoneSheet /> },
  { id: "callers", draw: () => <CallerSheet /> },
  { id: "arrivals-summary", draw: () => <Arrivals callers="summary" /> },
  { id: "arrivals-each", draw: () => <Arrivals callers="every_call" /> },
  { id: "limit-moves", draw: () => <MovingLimit /> },
];

/** Each panel before the server has answered. */
const openPanels: Scene[] = panels.map(({ id }) => ({
  id: `panel-${id}`,
  draw: (compact) => <Stage compact={compact} openPanel={id} />,
}));

const emptyDraft = { text: "", type: nothing, offers: [] };

const conference: Scene[] = Object.entries(conferenceStates).map(([name, view]) => {
  const body = () => <ConferenceCard view={view} draft={emptyDraft} />;
  return {
    id: `panel-conference-${name}`,
    draw: (compact) => <Stage compact={compact} openPanel="conference" panelBody={body} />,
  };
});

/** The bulk reject panel in each of its states. */
const bulk: Scene[] = Object.entries(bulkStates).map(([name, view]) => {
  const body = () => <BulkReject view={view} close={nothing} />;
  return {
    id: `panel-bulk-${name}`,
    draw: (compact) => <Stage compact={compact} openPanel="bulk-reject" panelBody={body} />,
  };
});

/** Scenes of the chat, and of its button while the chat is closed. */
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

const states: Scene[] = [
  { id: "kit", draw: () => <KitSheet /> },
  ...Object.entries({ ...lineStates, ...microphoneStates, ...conferenceLines }).map(
    ([name, view]) => ({
      id: `line-${name.replaceAll(/\W+/g, "-")}`,
      draw: (compact: boolean) => <Stage compact={compact} lines={withOther(view)} />,
    }),
  ),
  ...Object.entries(callerStates).map(([name, view]) => ({
    id: `caller-${name.replaceAll(" ", "-")}`,
    draw: (compact: boolean) => <Stage compact={compact} caller={view} callerOpen />,
  })),
];

const startFailures: Record<string, StartFailure> = {
  "start-failed": { step: "load", words: "We could not reach the server" },
  "sign-in-unreachable": { step: "sign_in", reason: "unreachable" },
  "sign-in-late": { step: "sign_in", reason: "timeout" },
};

const pages: Scene[] = [
  ...Object.entries(analyticsStates).map(([name, answers]) =>
    anAdminScene(`analytics-${name}`, "analytics", <AnalyticsView answers={answers} />),
  ),
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

/** Scenes of cards in the side column, beside the queue. */
const cards: Scene[] = Object.entries({
  ...dialStates,
  ...keypadStates,
  ...settingsStates,
  ...contestStates,
  ...prizeStates,
  ...peopleStates,
}).map(([id, body]) => ({
  id,
  draw: (compact) => <Stage compact={compact} card={{ id: id.split("-")[0] ?? "", body }} />,
}));

/** Scenes of the admin area's sections; each scene's name begins with its section. */
const watch: Scene[] = Object.entries(watchStates).map(([id, body]) =>
  anAdminScene(`admin-${id}`, id.split("-")[0] ?? id, body),
);

const contacts: Scene[] = Object.entries(contactStates).map(([id, body]) => ({
  id: `panel-${id}`,
  draw: (compact) => <Stage compact={compact} card={{ id: "phone-book", body }} />,
}));

export const scenes: Scene[] = [
  ...lostScenes,
  ...cutOffScenes,
  ...stages,
  ...cards,
  ...contacts,
  ...watch,
  ...dialogs,
  ...openPanels,
  ...bulk,
  ...conference,
  ...chat,
  ...popoverScenes,
  ...soundCheckScenes,
  ...recordingScenes,
  ...registerScenes,
  ...programmeScenes,
  ...adminScenes,
  ...sectionScenes,
  ...states,
  ...boardScenes,
  ...audioServerScenes,
  ...telephonyScenes,
  ...manualScenes,
  ...upkeepScenes,
  ...pages,
];
