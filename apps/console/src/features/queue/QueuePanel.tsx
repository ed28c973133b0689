import type { DeviceLine } from "@linedesk/contract";
import { PhoneIncoming, PhoneOff, Search } from "lucide-react";
import { useMemo, useRef } from "react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import type { QueueView as QueueData } from "../../calls/views/queue-view.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { KeyCap } from "../../ui/KeyCap.tsx";
import { NoticeLine } from "../../ui/Notices.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { countChanges, isFrozen } from "./frozen-order.ts";
import { countTabs, filterRows, queueTabs } from "./queue-filter.ts";
import type { QueueTab } from "./queue-filter.ts";
import { QueueGrid } from "./QueueGrid.tsx";
import gridStyles from "./QueueGrid.module.css";
import styles from "./QueuePanel.module.css";
import { RowMenu } from "./RowMenu.tsx";
import { useQueueCommands } from "./use-queue-commands.ts";
import { useQueueView } from "./use-queue-view.ts";
import { useRowEvents } from "./use-row-events.ts";

export interface QueueFilter {
  tab: QueueTab;
  find: string;
}

export interface QueuePanelProps {
  queue: QueueData;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  compact: boolean;
  linesOpen: boolean;
  selectedLine: DeviceLine;
  openedId: string | null;
  /** Whom F2 takes. */
  firstId: string | null;
  open: (id: string, place: "panel" | "field") => void;
  /** Somebody was answered from the grid; `byFocus` when the focus was in it [QL12]. */
  onAnswered: (id: string, byFocus: boolean) => void;
}

/** Heights of `--row`; arithmetic needs them as numbers. */
const rowHeights = { comfortable: 44, compact: 32 };

export const QueuePanel = (props: QueuePanelProps) => {
  const t = useTranslations("queue");
  const { queue, filter, compact } = props;
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => filterRows(queue.rows, filter), [queue.rows, filter]);
  const view = useQueueView({
    rows,
    filterKey: `${filter.tab} ${filter.find}`,
    rowHeight: compact ? rowHeights.compact : rowHeights.comfortable,
  });
  const { events, menu, closeMenu, act } = useRowEvents(props, view);
  useQueueCommands({ ...props, view, act, search });
  const changes = isFrozen(view.rows.order) ? countChanges(view.rows.order) : 0;
  const empty = view.rows.order.shown.length === 0;
  return (
    <Panel label={t("title")}>
      <QueueTools {...props} search={search} />
      {queue.failure === null ? null : (
        <div className={styles["failure"]}>
          <NoticeLine notice={queue.failure} />
        </div>
      )}
      <QueueGrid
        view={view}
        stale={queue.stale}
        openedId={props.openedId}
        firstId={props.firstId}
        events={events}
      />
      {empty ? <QueueEmpty {...props} /> : null}
      {changes === 0 ? null : (
        <button type="button" className={gridStyles["pill"]} onClick={view.rows.flush}>
          {t("paused", { count: changes })}
          <span className={gridStyles["pillKey"]}>{t("pausedKey")}</span>
        </button>
      )}
      <RowMenu
        row={menu === null ? null : (view.rows.rowOf(menu.id) ?? null)}
        anchor={menu?.anchor ?? null}
        close={closeMenu}
        open={props.open}
        answered={(id) => props.onAnswered(id, false)}
      />
    </Panel>
  );
};

interface QueueToolsProps extends QueuePanelProps {
  search: RefObject<HTMLInputElement | null>;
}

const QueueTools = ({ queue, filter, setFilter, search }: QueueToolsProps) => {
  const t = useTranslations("queue");
  const counts = useMemo(() => countTabs(queue.rows), [queue.rows]);
  return (
    <div className={styles["tools"]}>
      <h2>{t("title")}</h2>
      <Segments
        label={t("tabsLabel")}
        value={filter.tab}
        segments={queueTabs.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          count: counts[tab],
        }))}
        onChange={(tab) => setFilter({ ...filter, tab })}
      />
      <label className={styles["search"]}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={search}
          type="search"
          className={styles["input"]}
          aria-label={t("find")}
          aria-keyshortcuts="/"
          placeholder={t("find")}
          value={filter.find}
          onChange={(event) => setFilter({ ...filter, find: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            setFilter({ ...filter, find: "" });
            event.currentTarget.blur();
          }}
        />
        <KeyCap keys="/" />
      </label>
    </div>
  );
};

const QueueEmpty = ({ queue, filter, setFilter, linesOpen }: QueuePanelProps) => {
  const t = useTranslations("queue");
  const slow = useDelayed(queue.status === "loading");
  if (queue.status === "loading")
    return (
      <div className={styles["over"]}>{slow ? <EmptyState title={t("loading")} /> : null}</div>
    );
  if (queue.status === "failed") return null;
  if (queue.rows.length > 0)
    return (
      <div className={styles["over"]}>
        <EmptyState icon={Search} title={t("nothingTitle")}>
          {t("nothingWords", { count: queue.rows.length })}
          <Button onClick={() => setFilter({ ...filter, tab: "all", find: "" })}>
            {t("showAll")}
          </Button>
        </EmptyState>
      </div>
    );
  return (
    <div className={styles["over"]}>
      {linesOpen ? (
        <EmptyState icon={PhoneIncoming} title={t("emptyTitle")}>
          {t("emptyWords")}
        </EmptyState>
      ) : (
        <EmptyState icon={PhoneOff} title={t("emptyClosedTitle")}>
          {t("emptyClosedWords")}
        </EmptyState>
      )}
    </div>
  );
};
