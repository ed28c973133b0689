import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import { AboveQueue } from "../src/app/AboveQueue.tsx";
import { ConsoleFrame } from "../src/app/ConsoleFrame.tsx";
import { PanelHost } from "../src/app/PanelHost.tsx";
import { CHAT_PANEL, panels } from "../src/app/panels.ts";
import { findSideOpen } from "../src/app/shown-panel.ts";
import { isSidebarOpen, toggleSidebar, type Sidebar } from "../src/app/sidebar.ts";
import { SideColumn } from "../src/app/SideColumn.tsx";
import type { StationPanel } from "../src/app/use-panels.ts";
import { findCommandName } from "../src/client/actions/desk-actions.ts";
import { noMarks } from "../src/client/desk/marks/bind-marks.ts";
import type { Connection } from "../src/client/realtime/connection.ts";
import { CallerPanel } from "../src/features/caller/CallerPanel.tsx";
import { useHistoryCommand } from "../src/features/caller/use-history-command.ts";
import { MemberList } from "../src/features/conference/LineMembers.tsx";
import { ConnectionStrip } from "../src/features/connection/ConnectionStrip.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import { LineCard } from "../src/features/lines/LineCard.tsx";
import { LineTabs } from "../src/features/lines/LineTabs.tsx";
import { NowPlayingNote } from "../src/features/playing/NowPlayingNote.tsx";
import { StationMark } from "../src/features/playing/StationMark.tsx";
import type { QueueFilter, QueueView } from "../src/features/queue/queue-filter.ts";
import type { QueueOrderView } from "../src/features/queue/queue-order.ts";
import { QueuePanel, type QueuePanelProps } from "../src/features/queue/QueuePanel.tsx";
import type { SeatView } from "../src/features/seats/seat-view.ts";
import { SeatStrip } from "../src/features/seats/SeatStrip.tsx";
import { UserMenu } from "../src/features/settings/UserMenu.tsx";
import { useSheetCommand } from "../src/features/shortcuts/use-sheet-command.ts";
import { BottomBar } from "../src/features/station/BottomBar.tsx";
import { toPanelEntry, TopPanels } from "../src/features/station/PanelButtons.tsx";
import { TopBar, WaitingFigures } from "../src/features/station/TopBar.tsx";
import { undoCommands } from "../src/features/undo/use-undoable.ts";
import { Button } from "../src/ui/Button.tsx";
import type { Shortcuts } from "../src/ui/keys/bind-shortcuts.ts";
import { useCommands, useShortcuts, useSingleKeys } from "../src/ui/keys/KeyboardProvider.tsx";
import { useRegionCommands } from "../src/ui/keys/use-region-commands.ts";
import { useDeskSize, type DeskSize } from "../src/ui/use-desk-size.ts";
import { ago } from "./a-call.ts";
import { aLine, line2OnAir } from "./a-line.ts";
import { aCallerView } from "./caller-views.ts";
import { someMembers } from "./conference-views.ts";
import { aQueue, aQueueOrder, sampleRows } from "./queue-views.ts";
import { sampleSeats } from "./seat-views.ts";
import { aSettings, aStation, aTakeNext, type StageStation } from "./station-views.ts";

function nothing() {
  return undefined;
}

/** Writes the scroll state into the document for tests; in the console the store receives it. */
function noteScroll(isFast: boolean) {
  document.documentElement.dataset["scroll"] = isFast ? "fast" : "moving";
}

interface StageProps {
  compact: boolean;
  lines?: [LineView, LineView];
  queue?: QueueView;
  station?: StageStation;
  connection?: Connection;
  caller?: ReturnType<typeof aCallerView> | null;
  takeNext?: ReturnType<typeof aTakeNext>;
  air?: ReactNode;
  filter?: QueueFilter;
  /** Is false when the person has turned off single keys. */
  singleKeys?: boolean;
  shortcuts?: Shortcuts;
  /** The id of the panel that is open. */
  openPanel?: string;
  /** The content of the open panel, in place of data from the server. */
  panelBody?: () => ReactNode;
  order?: QueueOrderView;
  seats?: readonly SeatView[];
  /** The strips above the queue. */
  above?: ReactNode;
  /** The content in place of the lines, as in a tab that is not the leading tab. */
  otherTab?: ReactNode;
  /** A card of the side column: the id of its panel, and its content. */
  card?: { id: string; body: ReactNode };
  /** Opens the caller's panel, which is closed at first in layouts narrower than `wide`. */
  callerOpen?: boolean;
  /** The number of messages that came while the chat was closed. */
  unread?: number;
  /**
   * The bar or panel that the stage replaces with a part that throws when its button is pressed.
   */
  failing?: FailingPart;
}

export type FailingPart = "top" | "strip" | "queue" | "card" | "bottom";

/** Throws when its button is pressed, to test that the rest of the page survives. */
function Failing() {
  const [hasFailed, fail] = useState(false);
  if (hasFailed) {
    throw new TypeError("a part of the page failed");
  }
  return <Button onClick={() => fail(true)}>Fail</Button>;
}

const live: Connection = { status: "live" };

const panelActions = {
  pinned: false,
  pin: nothing,
  close: null,
  focused: nothing,
  openFlags: nothing,
  dial: nothing,
  saveContact: nothing,
  openCard: nothing,
  entered: nothing,
  verifyLeaves: true,
};

const noRequest = { follow: () => nothing, read: () => null, set: nothing };
const ways = { openCaller: nothing, card: null, showCard: nothing };

function useStageKeys(singleKeys: boolean, shortcuts: Shortcuts): void {
  useSheetCommand(nothing);
  useRegionCommands();
  useSingleKeys(singleKeys);
  useShortcuts(shortcuts);
  const actions = useTranslations("deskActions");
  const undo = actions(findCommandName("undo"));
  useCommands(useMemo(() => undoCommands(undo, nothing), [undo]));
}

const defaultKeys = {};

/** Shows the whole console from fixtures, in the frame of the real console. */
export function Stage(props: StageProps) {
  const [openedId, open] = useState<string | null>(null);
  const [sidebar, setSidebar] = useState<Sidebar>(props.callerOpen === true ? "open" : "auto");
  const size = useDeskSize();
  const shownCard = useShownCard(props, size);
  useStageKeys(props.singleKeys ?? true, props.shortcuts ?? defaultKeys);
  useHistoryCommand(useCallback(() => setSidebar("open"), []));
  const sideOpen = isSidebarOpen(sidebar, size === "wide");
  const shownPanels = useGalleryPanels(shownCard.openPanel, shownCard.panelBody);
  const [one, two] = props.lines ?? [aLine(), line2OnAir];
  const { station = aStation(), takeNext = aTakeNext(), connection = live } = props;
  const { caller = aCallerView(), seats = sampleSeats } = props;
  const keyTarget = useStageTarget(caller, openedId);
  return (
    <ConsoleFrame
      mainLabel="Calls"
      top={<StageTop {...{ station, connection, seats }} lines={[one, two]} panels={shownPanels} />}
      strip={<ConnectionStrip connection={connection} telephony={station.telephony} />}
      lines={props.otherTab ?? <StageLines views={[one, two]} />}
      queue={
        <StageQueue
          {...props}
          {...{ open, keyTarget, station }}
          openedId={openedId ?? caller?.call.id ?? null}
          firstId={takeNext.call?.id ?? null}
        />
      }
      size={size}
      sideOpen={shownCard.card === undefined ? findSideOpen(shownPanels, sideOpen) : "high"}
      side={
        <StageSide
          {...{ size, caller, setSidebar }}
          shown={shownPanels}
          keyed={keyTarget.call === caller?.call.id}
          isCallerOpen={sideOpen}
          waiting={station.waiting}
          card={shownCard.card}
        />
      }
      bottom={
        <BottomBar
          takeNext={takeNext}
          air={props.air}
          panels={shownPanels.filter(({ ofCall }) => ofCall !== true)}
          size={size}
          side={{
            open: sideOpen,
            toggle: () => setSidebar(toggleSidebar(sidebar, size === "wide")),
          }}
          counted={countUnread(props.unread ?? 0)}
        />
      }
      {...failInPlaceOf(props.failing)}
    />
  );
}

/** In the wide layout a card is beside the queue; in other layouts it is a panel of the sheet. */
function useShownCard(props: StageProps, size: DeskSize) {
  const card = props.failing === "card" ? failingCard : props.card;
  const body = useCallback(() => card?.body, [card]);
  return card === undefined || size === "wide"
    ? { card, openPanel: props.openPanel, panelBody: props.panelBody }
    : { card: undefined, openPanel: card.id, panelBody: body };
}

/** The keys act on the row with the cursor, or else on the caller in the panel. */
function useStageTarget(caller: ReturnType<typeof aCallerView> | null, openedId: string | null) {
  const [chosen, choose] = useState<string | null>(null);
  return {
    call: chosen ?? openedId ?? caller?.call.id ?? null,
    isChosen: chosen !== null,
    readMarks: () => caller?.marks ?? noMarks,
    check: caller?.checkForAir ?? null,
    choose,
    focus: choose,
  };
}

const failingCard = { id: CHAT_PANEL, body: <Failing /> };

function failInPlaceOf(part: FailingPart | undefined): Partial<Record<FailingPart, ReactNode>> {
  return part === undefined || part === "card" ? {} : { [part]: <Failing /> };
}

function countUnread(count: number) {
  return { id: CHAT_PANEL, count, label: `Chat, ${count} new` };
}

interface StageQueueProps
  extends
    Omit<StageProps, "station">,
    Pick<QueuePanelProps, "open" | "openedId" | "firstId" | "keyTarget"> {
  station: StageStation;
}

function StageQueue(props: StageQueueProps) {
  const [filter, setFilter] = useState(props.filter ?? { tab: "all" as const, find: "" });
  const [isStill, setStill] = useState(false);
  return (
    <>
      <AboveQueue isStill={isStill}>{props.above}</AboveQueue>
      <QueuePanel
        queue={props.queue ?? aQueue(sampleRows)}
        {...{ filter, setFilter }}
        open={props.open}
        rowRequest={noRequest}
        compact={props.compact}
        linesOpen={props.station.open !== false}
        selectedLine="line1"
        openedId={props.openedId}
        firstId={props.firstId}
        keyTarget={props.keyTarget}
        onAnswered={nothing}
        onScroll={noteScroll}
        onStill={setStill}
        order={props.order ?? aQueueOrder()}
      />
    </>
  );
}

/** Returns every panel of the console. A given `body` replaces the content of the open panel. */
function useGalleryPanels(
  open: string | undefined,
  body: (() => ReactNode) | undefined,
): StationPanel[] {
  const t = useTranslations();
  return useMemo(
    () =>
      panels.map((panel) => ({
        ...panel,
        Panel: panel.id === open && body !== undefined ? body : panel.Panel,
        label: t(panel.title),
        isOpen: panel.id === open,
        isLast: panel.id === open,
        raise: nothing,
        toggle: nothing,
        open: nothing,
        close: nothing,
      })),
    [t, open, body],
  );
}

interface StageSideProps {
  shown: readonly StationPanel[];
  size: DeskSize;
  caller: StageProps["caller"];
  keyed: boolean;
  isCallerOpen: boolean;
  setSidebar: (sidebar: Sidebar) => void;
  waiting: number;
  card: StageProps["card"];
}

function StageSide({ shown, size, caller = null, keyed, card, ...stage }: StageSideProps) {
  return (
    <SideColumn
      panels={shown}
      size={size}
      ways={ways}
      openCallerPanel={() => stage.setSidebar("open")}
      close={() => stage.setSidebar("closed")}
      callerName={caller?.call.caller.name}
      waiting={stage.waiting}
      caller={
        stage.isCallerOpen || card !== undefined ? (
          <>
            {card === undefined ? null : <StageCard card={card} panels={shown} />}
            <CallerPanel
              view={caller}
              nameField={{ current: null }}
              actions={{ ...panelActions, keyed }}
            />
          </>
        ) : null
      }
    />
  );
}

interface StageCardProps {
  card: NonNullable<StageProps["card"]>;
  panels: readonly StationPanel[];
}

function StageCard({ card: { id, body }, panels: all }: StageCardProps) {
  // The component stays the same while the card is open, so that the card keeps its state.
  const Panel = useCallback(() => body, [body]);
  const shown = all
    .filter((panel) => panel.id === id)
    .map((panel) => ({ ...panel, isOpen: true, Panel }));
  return <PanelHost panels={shown} ways={ways} />;
}

interface StageTopProps {
  station: StageStation;
  connection: Connection;
  lines?: LineView[];
  seats?: readonly SeatView[];
  panels?: readonly StationPanel[];
}

function StageLines({ views }: { views: LineView[] }) {
  const [chosen, select] = useState<number | null>(null);
  const size = useDeskSize();
  const shown = views.map((view) => ({
    ...view,
    selected: chosen === null ? view.selected : view.number === chosen,
    select: () => select(view.number),
  }));
  const cards = shown.map((view) => (
    <LineCard
      key={view.line}
      view={view}
      openKeypad={nothing}
      openConference={() => undefined}
      members={
        <MemberList
          members={someMembers(view.call?.conference?.people ?? 0)}
          bringIn={() => undefined}
        />
      }
      askMicrophone={nothing}
      dismiss={nothing}
    />
  ));
  return (
    <>
      {size === "small" ? <LineTabs views={shown} /> : null}
      {cards}
    </>
  );
}

/** Shows the desk's bar, which is also above the admin area. */
export function StageTop(props: StageTopProps) {
  const { station, connection, lines = [], seats = [], panels: all = [] } = props;
  return (
    <TopBar
      station={station}
      figures={<WaitingFigures {...station} />}
      connection={connection}
      hrefOf={(callSign) => `/${callSign.toLowerCase()}`}
      follow={nothing}
      mark={<StationMark look={{ logo: null, colour: "#a006d1" }} />}
      playing={<NowPlayingNote playing={{ title: "Solid Rock", artist: "Goanna", at: ago(60) }} />}
      seats={<SeatStrip seats={seats} />}
      panels={<TopPanels panels={all} />}
      user={
        <UserMenu
          name="Alice Okafor"
          memberRole="owner"
          settings={aSettings()}
          panels={all.filter(({ id }) => id === "settings").map(toPanelEntry)}
          openShortcuts={nothing}
          callers={lines.flatMap(({ call }) => call?.call.caller.name ?? [])}
          signOut={nothing}
        />
      }
    />
  );
}
