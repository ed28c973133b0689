/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the queue's keys are commands [KY1] */
import { Check, Pin } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { type Call, type DeviceLine, flagGlyphs } from "@linedesk/contract";
import { REGULAR_FROM } from "../../lib/regular-from.ts";
import { type DragLibrary, toDragData } from "../../ui/drag/drag-library.ts";
import { initials } from "../../ui/initials.ts";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { secondsSince } from "../../ui/time/time-formats.ts";
import { Elapsed, useFromNow } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import type { QueueRowView, RowHolder } from "./queue-view.ts";
import { FRESH_FOR_S, chooseRowBar } from "./row-bar.ts";
import { RowActions } from "./RowActions.tsx";
import { RowMarks } from "./RowMarks.tsx";
import { StationTag } from "./StationTag.tsx";
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
  /** Selected for what is done to many. */
  picked: boolean;
  drag: DragLibrary | null;
  events: RowEvents;
}

export const QueueRow = memo((props: QueueRowProps) => {
  const { row, index, current, opened, first, armed, picked, drag, events } = props;
  const { call } = row;
  const { id } = call;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dragged = element.current;
    if (drag === null || dragged === null) {
      return;
    }
    const getInitialData = () => toDragData(dragged.dataset["row"] ?? "");
    return drag.draggable({ element: dragged, getInitialData });
  }, [drag]);
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={opened}
      tabIndex={current ? 0 : -1}
      data-row={id}
      className={styles["row"]}
      data-tone={row.state}
      data-bar={chooseRowBar(row)}
      data-opened={opened || undefined}
      data-picked={picked || undefined}
      onFocus={() => events.focus(id)}
      onClick={() => events.open(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        const at = new DOMRect(event.clientX, event.clientY);
        events.menu(id, { getBoundingClientRect: () => at });
      }}
    >
      <div role="gridcell" className={styles["index"]}>
        <RowNumber number={index + 1} picked={picked} />
      </div>
      <RowCells row={row} first={first} armed={armed} events={events} />
    </div>
  );
});

type RowCellsProps = Pick<QueueRowProps, "row" | "first" | "armed" | "events">;

/** All but the number: a caller who comes or goes above gives the rows below another one. */
const RowCells = memo(({ row, first, armed, events }: RowCellsProps) => {
  const { call } = row;
  return (
    <>
      <div role="gridcell" className={styles["state"]}>
        <StateBadgeCell row={row} />
      </div>
      <CallerCell row={row} armed={armed} />
      <div
        role="gridcell"
        className={styles["number"]}
        data-cut={isCut(call.caller.numberDisplay, SURE_ROOM.number)}
      >
        {call.caller.numberDisplay}
      </div>
      <PlaceCell caller={call.caller} />
      <div role="gridcell" className={styles["wait"]}>
        {row.state === "ended" ? "" : <Elapsed since={call.arrivedAt} />}
      </div>
      <WithCell row={row} />
      <div role="gridcell" className={styles["actions"]}>
        <RowActions row={row} first={first} events={events} />
      </div>
    </>
  );
});

/** So many letters have room in the narrowest column that the list gives them. */
const SURE_ROOM = { number: 12, place: 7, name: 18, point: 24 };

/** Whether a text may be longer than its room, and ends in an ellipsis where it is. */
function isCut(text: string, sure: number): true | undefined {
  return text.length > sure || undefined;
}

/** A place that nobody has said is marked as the guess that it is [QU30]. */
function PlaceCell({ caller }: { caller: Call["caller"] }) {
  const t = useTranslations("queue");
  const { location, locationGuess } = caller;
  const guess = location === null && locationGuess !== null;
  const words = guess ? t("guessedPlace", { place: locationGuess }) : (location ?? "");
  return (
    <div
      role="gridcell"
      className={styles["cell"]}
      data-guess={guess || undefined}
      data-cut={isCut(words, SURE_ROOM.place)}
      title={words === "" ? undefined : words}
    >
      {guess ? `${locationGuess}?` : words}
      {guess ? <VisuallyHidden>{t("guessed")}</VisuallyHidden> : null}
    </div>
  );
}

function RowNumber({ number, picked }: { number: number; picked: boolean }) {
  const t = useTranslations("queue");
  return picked ? (
    <Check size={16} role="img" aria-label={t("picked", { number: String(number) })} />
  ) : (
    number
  );
}

function StateBadgeCell({ row }: { row: QueueRowView }) {
  const t = useTranslations("state");
  const { arrivedAt } = row.call;
  const isFresh = useCallback(
    (now: number) => secondsSince(arrivedAt, now) < FRESH_FOR_S,
    [arrivedAt],
  );
  const fresh = useFromNow(isFresh) && row.state === "ringing" && row.call.callBack === null;
  const words = describeState(row, t);
  return <StateBadge tone={row.state} words={words} short={shorten(row, words)} fresh={fresh} />;
}

function WithCell({ row: { with: holder } }: { row: QueueRowView }) {
  const t = useTranslations("state");
  const title = holder === null ? undefined : holderWords(holder, t);
  return (
    <div role="gridcell" className={styles["with"]} title={title}>
      {holder?.name ?? ""}
    </div>
  );
}

type TranslateState = ReturnType<typeof useTranslations<"state">>;

function holderWords({ name, line }: RowHolder, t: TranslateState): string {
  return t("elsewhere_on", { name, line: lineDigit(line) });
}

function lineDigit(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

function describeState(row: QueueRowView, t: TranslateState): string {
  const { desk } = row.call;
  if (row.call.callBack !== null && isQueued(desk.status) && row.state !== "claimed") {
    return t("call_back");
  }
  if (row.state === "on_line" && row.call.dial !== null && row.call.callState === "ringing") {
    return t("dialling");
  }
  if (row.state === "on_line" && desk.status === "screening") {
    return t("on_line", { line: lineDigit(desk.holder.line) });
  }
  if (row.state === "on_line") {
    return t("on_line_mine");
  }
  if (row.state === "offered") {
    return t("offered_to", { name: row.call.offer?.to.name ?? "" });
  }
  if (row.state === "leaving") {
    return t(row.call.leaving?.reason === "rejected" ? "rejected" : "ending");
  }
  // "Bob, line 1": who has it is the state of a call elsewhere [CO5].
  if (row.state === "elsewhere" && row.with !== null) {
    return holderWords(row.with, t);
  }
  return t(row.state);
}

/** "BS, line 1" for a colleague's call in a narrow list [CO11]. */
function shorten(row: QueueRowView, words: string): string | null {
  const { state, with: holder } = row;
  return state !== "elsewhere" || holder === null
    ? null
    : words.replace(holder.name, initials(holder.name));
}

function isQueued(status: string): boolean {
  return status === "waiting" || status === "ready";
}

function CallerCell({ row, armed }: { row: QueueRowView; armed: boolean }) {
  const t = useTranslations("queue");
  const { caller, description } = row.call;
  if (armed) {
    return (
      <div role="gridcell" className={styles["caller"]}>
        <span className={styles["name"]}>{caller.name ?? caller.numberDisplay}</span>
        <strong className={styles["armed"]}>{t("rejectAgain")}</strong>
      </div>
    );
  }
  const name = caller.name ?? caller.numberDisplay;
  const point = row.state === "unattended" && description === "" ? t("unattended") : description;
  return (
    <div role="gridcell" className={styles["caller"]}>
      <span className={styles["who"]}>
        <span className={styles["name"]} data-cut={isCut(name, SURE_ROOM.name)}>
          {name}
        </span>
        {row.station === null ? null : <StationTag tag={row.station} />}
        <RowMarks call={row.call} />
        <span className={styles["chips"]}>
          {caller.warning === null ? null : (
            <span className={styles["chip"]} data-strong="">
              {t(caller.warning.kind, { reason: caller.warning.reason })}
            </span>
          )}
          <CallerChips call={row.call} />
        </span>
      </span>
      <span
        className={styles["point"]}
        title={point === "" ? undefined : point}
        data-cut={isCut(point, SURE_ROOM.point)}
      >
        {point === "" ? t(caller.name === null ? "notKnown" : "noPoint") : point}
      </span>
    </div>
  );
}

/** What is known before the answer: flags with their reasons, and how often somebody has called. */
function CallerChips({ call }: { call: Call }) {
  const t = useTranslations("queue");
  const { caller, phoneLine, marks, callBack } = call;
  const isKnown = caller.number !== null && call.direction === "inbound";
  return (
    <>
      {call.rehearsal === true ? (
        <span className={styles["chip"]} data-strong="">
          {t("rehearsal")}
        </span>
      ) : null}
      {marks.pinned ? (
        <Pin className={styles["pinned"]} size={13} role="img" aria-label={t("pinned")} />
      ) : null}
      {callBack !== null && callBack.tries > 0 ? (
        <span className={styles["chip"]}>{t("tries", { count: callBack.tries })}</span>
      ) : null}
      {caller.flags.map(({ id, name, icon, reason }) => (
        <span key={id} className={styles["chip"]} title={reason === "" ? undefined : reason}>
          {icon === undefined ? null : <span aria-hidden="true">{flagGlyphs[icon]} </span>}
          {name}
          {reason === "" ? null : <span className={styles["ample"]}>{t("why", { reason })}</span>}
        </span>
      ))}
      {call.sentBack === true ? <span className={styles["chip"]}>{t("sentBack")}</span> : null}
      {phoneLine?.priority === true ? (
        <span className={styles["chip"]}>{t("priority")}</span>
      ) : null}
      {isKnown && caller.earlierCalls === 0 ? (
        <span className={styles["chip"]}>{t("firstCall")}</span>
      ) : null}
      {isKnown && caller.earlierCalls >= REGULAR_FROM ? (
        <span className={styles["chip"]}>
          <span className={styles["ample"]}>{t("regular")}</span>
          {t("calls", { count: String(caller.earlierCalls) })}
        </span>
      ) : null}
    </>
  );
}
