import { useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { useAreSingleKeysOn } from "../../ui/keys/KeyboardProvider.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { countChanges, isFrozen } from "./frozen-order.ts";
import { filterRows, type QueueFilter } from "./queue-filter.ts";
import type { QueueView } from "./queue-view.ts";
import { QueueEmpty } from "./QueueEmpty.tsx";
import { QueueGrid } from "./QueueGrid.tsx";
import { QueueTools } from "./QueueTools.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { useQueueCommands } from "./use-queue-commands.ts";
import { type QueueHints, useQueueHints } from "./use-queue-hints.ts";
import { useQueueViewport } from "./use-queue-viewport.ts";
import { useRowEvents } from "./use-row-events.ts";

import gridStyles from "./QueueGrid.module.css";

export interface QueuePanelProps {
  queue: QueueView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  compact: boolean;
  linesOpen: boolean;
  selectedLine: DeviceLine;
  openedId: string | null;
  /** Whom F2 takes. */
  firstId: string | null;
  open: (id: string, target: "panel" | "field") => void;
  /** Somebody was answered from the grid; `byFocus` when the focus was in it [QL12]. */
  onAnswered: (id: string, byFocus: boolean) => void;
}

/** Heights of `--row`; arithmetic needs them as numbers. */
const rowHeights = { comfortable: 44, compact: 32 };

export function QueuePanel(props: QueuePanelProps) {
  const t = useTranslations("queue");
  const { queue, filter, setFilter, compact } = props;
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => filterRows(queue.rows, filter), [queue.rows, filter]);
  const view = useQueueViewport({
    rows,
    filterKey: `${filter.tab} ${filter.find}`,
    rowHeight: compact ? rowHeights.compact : rowHeights.comfortable,
  });
  const hints = useQueueHints();
  const { events, menu, closeMenu, act } = useRowEvents(
    { ...props, noteMoved: hints.noteMoved },
    view,
  );
  useQueueCommands({ ...props, view, act, search, hints });
  const changes = isFrozen(view.rows.order) ? countChanges(view.rows.order) : 0;
  const empty = view.rows.order.shown.length === 0;
  return (
    <Panel label={t("title")} region="queue">
      <QueueTools
        queue={queue}
        filter={filter}
        setFilter={setFilter}
        search={search}
        toFirstRow={view.focusFirst}
      />
      <QueueGrid
        view={view}
        stale={queue.stale}
        openedId={props.openedId}
        firstId={props.firstId}
        armedId={hints.armed}
        events={events}
      />
      {empty ? (
        <QueueEmpty
          queue={queue}
          filter={filter}
          setFilter={setFilter}
          linesOpen={props.linesOpen}
        />
      ) : null}
      {changes === 0 ? null : <PausedPill changes={changes} flush={view.rows.flush} />}
      <QueueHint hints={hints} />
      <RowMenu
        row={menu === null ? null : (view.rows.rowOf(menu.id) ?? null)}
        anchor={menu?.anchor ?? null}
        close={closeMenu}
        open={props.open}
        answered={(id) => props.onAnswered(id, false)}
      />
    </Panel>
  );
}

function PausedPill({ changes, flush }: { changes: number; flush: () => void }) {
  const t = useTranslations("queue");
  const singleKeys = useAreSingleKeysOn();
  return (
    <button type="button" className={gridStyles["pill"]} onClick={flush}>
      {t("paused", { count: changes })}
      <span className={gridStyles["pillKey"]}>{t(singleKeys ? "pausedKey" : "pausedShow")}</span>
    </button>
  );
}

/** Lies above the rows: what says that the list moved must not move it. */
function QueueHint({ hints }: { hints: QueueHints }) {
  const t = useTranslations("queue");
  return (
    <>
      <LiveRegion words={hints.moved ? t("moved") : hints.armed === null ? "" : t("rejectAgain")} />
      {hints.moved ? (
        <div className={gridStyles["hint"]} aria-hidden="true">
          {t("moved")}
        </div>
      ) : null}
    </>
  );
}
