import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { findKey } from "../../client/actions/desk-actions.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { describeKeys } from "../../ui/keys/spell-keys.ts";
import { useKeyNames } from "../../ui/keys/use-key-names.ts";
import { withWords } from "../../ui/LazyWords.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { countChanges, isFrozen } from "./frozen-order.ts";
import { type KeyTarget, useDropGone, useTargetGuard } from "./key-target.ts";
import { OutOfSightPill, useOutOfSight } from "./OutOfSightPill.tsx";
import { filterRows, type QueueFilter, type QueueView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";
import { QueueEmpty } from "./QueueEmpty.tsx";
import { QueueGrid } from "./QueueGrid.tsx";
import { QueueTools } from "./QueueTools.tsx";
import type { RowKeyInput } from "./row-key-actions.ts";
import { useQueueCommands } from "./use-queue-commands.ts";
import { type QueueHints, useQueueHints } from "./use-queue-hints.ts";
import { type QueueViewport, useQueueViewport } from "./use-queue-viewport.ts";
import { useRowEvents } from "./use-row-events.ts";
import { useRowHeight } from "./use-row-height.ts";
import { findRow, type RowPlacing, useRowPlacing } from "./use-row-placing.ts";
import { useRowTools } from "./use-row-tools.ts";

import styles from "./QueuePanel.module.css";

const RowMenu = lazy(async () => {
  const { rowMenuMessages: rowMenu } = await import("./row-menu-messages.ts");
  const loaded = await import("./RowMenu.tsx");
  return { default: withWords(loaded.RowMenu, { rowMenu }) };
});
const ListFoot = lazy(async () => ({ default: (await import("./ListFoot.tsx")).ListFoot }));

function QueueFoot(props: { order: QueueOrderView; empty: boolean }) {
  return (
    <Suspense>
      <ListFoot {...props} />
    </Suspense>
  );
}

const MovePopover = lazy(async () => {
  const { rowMenuMessages: rowMenu } = await import("./row-menu-messages.ts");
  const loaded = await import("./MovePopover.tsx");
  return { default: withWords(loaded.MovePopover, { rowMenu }) };
});

export interface RowRequest {
  follow: (changed: () => void) => () => void;
  read: () => string | null;
  set: (call: string | null) => void;
}

export interface QueuePanelProps {
  queue: QueueView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  compact: boolean;
  linesOpen: boolean;
  /** The advice at a desk without callers. */
  hint?: ReactNode;
  selectedLine: DeviceLine;
  openedId: string | null;
  /** The call that F2 takes. */
  firstId: string | null;
  keyTarget: KeyTarget;
  open: (id: string, target: "panel" | "field") => void;
  /** The row to which the list scrolls. */
  rowRequest: RowRequest;
  /** Is called after an answer from the grid; `byFocus` is true when the grid had the focus. */
  onAnswered: (id: string, byFocus: boolean) => void;
  /** Is called when the list scrolls, so that colleagues' changes can be drawn later. */
  onScroll: (isFast: boolean) => void;
  /** Is called when the rows begin to keep their places, and when they may move again. */
  onStill: (isStill: boolean) => void;
  order: QueueOrderView;
}

const nothingPicked: ReadonlySet<string> = new Set();

export function QueuePanel(props: QueuePanelProps) {
  const t = useTranslations("queue");
  const { queue, filter, setFilter, compact, order, keyTarget } = props;
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => filterRows(queue.rows, filter), [queue.rows, filter]);
  const filterKey = `${filter.tab} ${filter.find}`;
  const rowHeight = useRowHeight(compact);
  const moves = { onScroll: props.onScroll, onMove: keyTarget.choose };
  const view = useQueueViewport({ rows, filterKey, rowHeight, ...moves });
  const hints = useQueueHints();
  const { noteMoved } = hints;
  const { events, menu, closeMenu, act } = useRowEvents({ ...props, noteMoved }, view);
  const placing = useRowPlacing({ view, move: order.move });
  const { picks } = order;
  const tools = useRowTools({ order, placing, open: props.open });
  useQueueKeys(props, { view, act, search, hints, tools });
  const outOfSight = useOutOfSight(view);
  useRowRequest(props.rowRequest, view);
  useStillness(view, props.onStill);
  const empty = view.rows.order.shown.length === 0;
  return (
    <Panel label={t("title")} region="queue">
      <QueueTools
        queue={queue}
        filter={filter}
        setFilter={setFilter}
        search={search}
        toFirstRow={view.focusFirst}
        hidden={order.hidden}
      />
      <QueueGrid
        view={view}
        above={<OutOfSightPill at="above" ids={outOfSight.above} scrollTo={view.scrollTo} />}
        stale={queue.stale}
        openedId={props.openedId}
        firstId={props.firstId}
        keyedId={keyTarget.call}
        armedId={hints.armed}
        picked={picks?.picked ?? nothingPicked}
        onDrop={placing.drop}
        events={events}
      />
      <QueueFoot order={order} empty={empty} />
      {empty ? <QueueEmpty {...props} /> : null}
      <QueuePills view={view} below={outOfSight.below} />
      <QueueHint hints={hints} />
      <Suspense fallback={null}>
        <RowMenu
          row={menu === null ? null : (view.rows.rowOf(menu.id) ?? null)}
          anchor={menu?.anchor ?? null}
          close={closeMenu}
          answered={(id) => props.onAnswered(id, false)}
          order={order}
          tools={tools}
        />
        <RowMover view={view} placing={placing} />
      </Suspense>
    </Panel>
  );
}

interface QueuePillsProps {
  view: QueueViewport;
  below: readonly string[];
}

function QueuePills({ view, below }: QueuePillsProps) {
  const { order, flush } = view.rows;
  const changes = isFrozen(order) ? countChanges(order) : 0;
  return (
    <div className={styles["pills"]}>
      <OutOfSightPill at="below" ids={below} scrollTo={view.scrollTo} />
      {changes === 0 ? null : <PausedPill changes={changes} flush={flush} />}
    </div>
  );
}

function useRowRequest({ follow, read, set }: RowRequest, { scrollTo }: QueueViewport): void {
  const wanted = useSyncExternalStore(follow, read);
  useEffect(() => {
    if (wanted !== null) {
      set(null);
      scrollTo(wanted);
    }
  });
}

/** Rows are still while the list is frozen, and while the pointer is over it, even at rest. */
function useStillness(
  { rows, isPointed }: QueueViewport,
  onStill: QueuePanelProps["onStill"],
): void {
  const isStill = isPointed || isFrozen(rows.order);
  useEffect(() => {
    onStill(isStill);
    return () => onStill(false);
  }, [isStill, onStill]);
}

type QueueKeysInput = Pick<RowKeyInput, "view" | "act" | "search" | "hints" | "tools">;

function useQueueKeys(
  { openedId, open, selectedLine, order, keyTarget }: QueuePanelProps,
  input: QueueKeysInput,
): void {
  const isTargetNew = useTargetGuard(keyTarget);
  const { shown } = input.view.rows.order;
  useDropGone(keyTarget, (id) => id === openedId || shown.includes(id));
  useQueueCommands({
    ...input,
    selectedLine,
    picks: order.picks,
    tools: { ...input.tools, open: (id: string) => open(id, "field") },
    target: keyTarget,
    isTargetNew,
  });
}

function RowMover({ view, placing }: { view: QueueViewport; placing: RowPlacing }) {
  const { moving } = placing;
  const caller = moving === null ? undefined : view.rows.rowOf(moving)?.call.caller;
  return (
    <MovePopover
      name={caller?.name ?? caller?.numberDisplay ?? ""}
      position={moving === null ? null : view.rows.order.shown.indexOf(moving) + 1}
      count={view.rows.order.shown.length}
      anchor={moving === null ? null : findRow(moving)}
      move={placing.submit}
      close={placing.close}
    />
  );
}

const SHOW = toShortcut(findKey("show"));

function PausedPill({ changes, flush }: { changes: number; flush: () => void }) {
  const t = useTranslations("queue");
  const actions = useTranslations("deskActions");
  const nameKeys = useKeyNames();
  const keys = useShownKeys(SHOW);
  return (
    <button type="button" className={styles["pill"]} onClick={flush}>
      {t("paused", { count: changes })}
      <span className={styles["pillKey"]}>
        {keys === null
          ? actions("show.name")
          : t("pausedKey", { key: nameKeys(describeKeys(keys)) })}
      </span>
    </button>
  );
}

/** The hint covers the rows, because a hint about moved rows must not move them again. */
function QueueHint({ hints }: { hints: QueueHints }) {
  const t = useTranslations("queue");
  return (
    <>
      <LiveRegion words={hints.moved ? t("moved") : hints.armed === null ? "" : t("rejectAgain")} />
      {hints.moved ? (
        <div className={styles["hint"]} aria-hidden="true">
          {t("moved")}
        </div>
      ) : null}
    </>
  );
}
