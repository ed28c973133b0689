/* oxlint-disable jsx-a11y/prefer-tag-over-role -- transforms place the rows, not a table */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the queue's keys are commands [KY1] */
import { memo, useCallback } from "react";
import { useTranslations } from "use-intl";

import { StateBadge } from "../../ui/StateBadge.tsx";
import { secondsSince } from "../../ui/time/time-formats.ts";
import { Elapsed, useFromNow } from "../../ui/time/TimeProvider.tsx";
import type { QueueRowView } from "./queue-view.ts";
import { FRESH_FOR_S, chooseRowBar } from "./row-bar.ts";
import { RowActions } from "./RowActions.tsx";
import type { RowEvents } from "./use-row-events.ts";

import styles from "./QueueGrid.module.css";

interface QueueRowProps {
  row: QueueRowView;
  index: number;
  /** The one row of the grid in the Tab order. */
  current: boolean;
  /** Its caller is in the panel. */
  opened: boolean;
  /** F2 takes this one. */
  first: boolean;
  /** One more press rejects this one. */
  armed: boolean;
  events: RowEvents;
}

export const QueueRow = memo((props: QueueRowProps) => {
  const { row, index, current, opened, first, armed, events } = props;
  const { call } = row;
  const { id } = call;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={opened}
      tabIndex={current ? 0 : -1}
      data-row={id}
      className={styles["row"]}
      data-tone={row.state}
      data-bar={chooseRowBar(row)}
      data-opened={opened || undefined}
      onFocus={() => events.focus(id)}
      onClick={() => events.open(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        const at = new DOMRect(event.clientX, event.clientY);
        events.menu(id, { getBoundingClientRect: () => at });
      }}
    >
      <div role="gridcell" className={styles["index"]}>
        {index + 1}
      </div>
      <div role="gridcell" className={styles["state"]}>
        <StateBadgeCell row={row} />
      </div>
      <CallerCell row={row} armed={armed} />
      <div role="gridcell" className={styles["number"]}>
        {call.caller.numberDisplay}
      </div>
      <div role="gridcell" className={styles["cell"]} title={call.caller.location ?? undefined}>
        {call.caller.location ?? ""}
      </div>
      <div role="gridcell" className={styles["wait"]}>
        {row.state === "ended" ? "" : <Elapsed since={call.arrivedAt} />}
      </div>
      <div role="gridcell" className={styles["with"]} title={row.with ?? undefined}>
        {row.with?.split(",")[0] ?? ""}
      </div>
      <div role="gridcell" className={styles["actions"]}>
        <RowActions row={row} first={first} events={events} />
      </div>
    </div>
  );
});

function StateBadgeCell({ row }: { row: QueueRowView }) {
  const t = useTranslations("state");
  const { arrivedAt } = row.call;
  const isFresh = useCallback(
    (now: number) => secondsSince(arrivedAt, now) < FRESH_FOR_S,
    [arrivedAt],
  );
  const fresh = useFromNow(isFresh) && row.state === "ringing" && row.call.callBack === null;
  return <StateBadge tone={row.state} words={wordsOf(row, t)} fresh={fresh} />;
}

function wordsOf(row: QueueRowView, t: ReturnType<typeof useTranslations<"state">>): string {
  const { desk } = row.call;
  if (row.call.callBack !== null && isQueued(desk.status) && row.state !== "claimed") {
    return t("call_back");
  }
  if (row.state === "on_line" && row.call.dial !== null && row.call.callState === "ringing") {
    return t("dialling");
  }
  if (row.state === "on_line" && desk.status === "screening") {
    return t("on_line", { line: desk.holder.line === "line1" ? "1" : "2" });
  }
  if (row.state === "on_line") {
    return t("on_line_mine");
  }
  // "Bob, line 1": who has it is the state of a call elsewhere [CO5].
  if (row.state === "elsewhere" && row.with !== null) {
    return row.with;
  }
  return t(row.state);
}

function isQueued(status: string): boolean {
  return status === "waiting" || status === "ready";
}

function CallerCell({ row, armed }: { row: QueueRowView; armed: boolean }) {
  const t = useTranslations("queue");
  const { caller, description, phoneLine, direction, callBack } = row.call;
  if (armed) {
    return (
      <div role="gridcell" className={styles["caller"]}>
        <span className={styles["name"]}>{caller.name ?? caller.numberDisplay}</span>
        <strong className={styles["armed"]}>{t("rejectAgain")}</strong>
      </div>
    );
  }
  const point = row.state === "unattended" && description === "" ? t("unattended") : description;
  return (
    <div role="gridcell" className={styles["caller"]}>
      <span className={styles["who"]}>
        <span className={styles["name"]}>{caller.name ?? caller.numberDisplay}</span>
        <span className={styles["chips"]}>
          {caller.warning === null ? null : (
            <span className={styles["chip"]} data-strong="">
              {t(caller.warning.kind, { reason: caller.warning.reason })}
            </span>
          )}
          {caller.flags.map((flag) => (
            <span key={flag.id} className={styles["chip"]}>
              {flag.name}
            </span>
          ))}
          {callBack !== null && callBack.tries > 0 ? (
            <span className={styles["chip"]}>{t("tries", { count: callBack.tries })}</span>
          ) : null}
          {phoneLine?.priority === true ? (
            <span className={styles["chip"]}>{t("priority")}</span>
          ) : null}
          {caller.number !== null && caller.earlierCalls === 0 && direction === "inbound" ? (
            <span className={styles["chip"]}>{t("firstCall")}</span>
          ) : null}
        </span>
      </span>
      <span className={styles["point"]} title={point === "" ? undefined : point}>
        {point === "" ? t(caller.name === null ? "notKnown" : "noPoint") : point}
      </span>
    </div>
  );
}
