/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
import { Pin } from "lucide-react";
import { type CSSProperties, memo } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { markToggles } from "../../client/actions/mark-actions.ts";
import { chooseMark } from "../../client/desk/marks/bind-marks.ts";
import { ShortcutCap } from "../../ui/KeyCap.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { isCut, isNameClipped, SURE_ROOM } from "./is-cut.ts";
import { listChips, type RowChip } from "./list-chips.ts";
import type { QueueRowView, StationTagView } from "./queue-filter.ts";
import type { RowWords } from "./row-words.ts";
import { countRowMarks, isWon, RowMarks } from "./RowMarks.tsx";

import styles from "./CallerCell.module.css";
import tagStyles from "./StationTag.module.css";

interface CallerCellProps {
  row: QueueRowView;
  /** Is true when the keys act on this caller. */
  keyed: boolean;
  /** Is true when one more press rejects this call. */
  armed: boolean;
  words: RowWords;
}

export function CallerCell({ row, keyed, armed, words }: CallerCellProps) {
  const { queue: t } = words;
  const { caller } = row.call;
  const name = caller.name ?? caller.numberDisplay;
  if (armed) {
    return (
      <div role="gridcell" className={styles["caller"]}>
        <span className={styles["name"]}>{name}</span>
        <strong className={styles["armed"]}>{t("rejectAgain")}</strong>
      </div>
    );
  }
  const point = choosePoint(row, t);
  return (
    <div role="gridcell" className={styles["caller"]} data-keyed={keyed || undefined}>
      <WhoLine row={row} name={name} words={words} />
      {point === "" ? null : (
        <span className={styles["point"]} title={point} data-cut={isCut(point, SURE_ROOM.point)}>
          {point}
        </span>
      )}
      {keyed ? <RowKeys row={row} words={words} /> : null}
    </div>
  );
}

/**
 * Returns the words of the second line: the point, or that nobody talks to the caller, or that a
 * caller who is about to go to air has no point.
 */
function choosePoint({ state, call: { description } }: QueueRowView, t: RowWords["queue"]): string {
  if (description !== "") {
    return description;
  }
  if (state === "unattended") {
    return t("unattended");
  }
  return state === "next" || state === "verified" ? t("noPoint") : "";
}

interface ShortCallerCellProps {
  row: QueueRowView;
  words: RowWords;
}

/** Shows only the name, in the place that it has beside the other words. */
export function ShortCallerCell({ row, words }: ShortCallerCellProps) {
  const name = row.call.caller.name ?? row.call.caller.numberDisplay;
  return (
    <div
      role="gridcell"
      className={styles["short"]}
      data-cut={isCut(name, SURE_ROOM.name)}
      data-alone={choosePoint(row, words.queue) === "" || undefined}
    >
      {name}
    </div>
  );
}

/** Shows the keys of the marks that are possible on the caller of the row now. */
function RowKeys({ row: { marks }, words }: Pick<CallerCellProps, "row" | "words">) {
  const { queue: t } = words;
  return (
    <span className={styles["keys"]}>
      <VisuallyHidden>{t("keysHere")}</VisuallyHidden>
      {markToggles
        .filter((id) => chooseMark(marks, id) !== null)
        .map((id) => (
          <ShortcutCap key={id} shortcut={toShortcut(findKey(id, "page"))} />
        ))}
    </span>
  );
}

interface WhoLineProps {
  row: QueueRowView;
  name: string;
  words: RowWords;
}

function WhoLine({ row: { call, station }, name, words }: WhoLineProps) {
  const { queue: t } = words;
  const chips = listChips(call, words);
  const { pinned } = call.marks;
  const won = isWon(call);
  const cut = isNameClipped({
    name,
    tag: station?.callSign ?? "",
    marks: countRowMarks(call),
    chips,
  });
  return (
    <span className={styles["who"]} data-cut={won || cut}>
      <span className={styles["name"]}>{name}</span>
      {station === null ? null : <StationTag tag={station} />}
      <RowMarks call={call} t={t} />
      {won && !pinned && chips.length === 0 ? null : (
        <span className={styles["chips"]}>
          {chips.filter(({ strong }) => strong === true).map(toChip)}
          {pinned ? (
            <Pin className={styles["pinned"]} size={13} role="img" aria-label={t("pinned")} />
          ) : null}
          {chips.filter(({ strong }) => strong !== true).map(toChip)}
        </span>
      )}
    </span>
  );
}

function toChip({ key, glyph, words, before, after, title, strong, isPlain }: RowChip) {
  return (
    <span
      key={key}
      className={styles[isPlain === true ? "plain" : "chip"]}
      data-strong={strong === true ? "" : undefined}
      data-cut={isCut(words, SURE_ROOM.chip)}
      title={title}
    >
      {glyph === undefined ? null : <span aria-hidden="true">{glyph} </span>}
      {renderExtraWords(before)}
      {words}
      {renderExtraWords(after)}
    </span>
  );
}

function renderExtraWords(words = "") {
  return words === "" ? null : <span className={styles["ample"]}>{words}</span>;
}

const StationTag = memo(({ tag }: { tag: StationTagView }) => {
  const t = useTranslations("queue");
  return (
    <span
      className={tagStyles["tag"]}
      data-hue={tag.hue}
      style={tag.colour === null ? undefined : ({ "--hue": tag.colour } as CSSProperties)}
      title={t("ofStation", { station: tag.callSign })}
    >
      {tag.callSign}
    </span>
  );
});
