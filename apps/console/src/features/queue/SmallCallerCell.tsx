/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
import type { Call } from "@linedesk/contract";
import { listChips } from "./list-chips.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { RowWords } from "./row-words.ts";
import { RowMarks } from "./RowMarks.tsx";
import { describeState, shorten } from "./StateCell.tsx";

import styles from "./SmallCallerCell.module.css";

interface SmallCallerCellProps {
  row: QueueRowView;
  /** Is true when one more press rejects this call. */
  armed: boolean;
  words: RowWords;
}

/** Shows name and state, and below them place, warnings and point: a phone has no columns. */
export function SmallCallerCell({ row, armed, words }: SmallCallerCellProps) {
  const { caller } = row.call;
  const state = describeState(row, words.state);
  const chips = listChips(row.call, words);
  const flags = chips.filter(({ strong }) => strong !== true);
  return (
    <div role="gridcell" className={styles["caller"]}>
      <span className={styles["who"]}>
        <span className={styles["name"]}>{caller.name ?? caller.numberDisplay}</span>
        {/* The cell of the state has these words for screen readers. */}
        <span className={styles["state"]} data-tone={row.state} aria-hidden="true">
          {shorten(row, state) ?? state}
        </span>
        <RowMarks call={row.call} t={words.queue} />
        <span className={styles["flags"]}>
          {flags.map(({ key, glyph, words: flag }) => (
            <span key={key} className={styles["flag"]}>
              {glyph === undefined ? "" : `${glyph} `}
              {flag}
            </span>
          ))}
        </span>
      </span>
      {armed ? (
        <strong className={styles["armed"]}>{words.queue("rejectAgain")}</strong>
      ) : (
        <span className={styles["about"]}>
          <span className={styles["place"]}>{findPlace(caller)}</span>
          {chips
            .filter(({ strong }) => strong === true)
            .map((chip) => (
              <strong key={chip.key}>{chip.words}</strong>
            ))}
          <span>{row.call.description}</span>
          <span>{findNumber(row.call)}</span>
        </span>
      )}
    </div>
  );
}

function findPlace({ location, locationGuess }: Call["caller"]): string {
  return location ?? (locationGuess === null ? "" : `${locationGuess}?`);
}

/** Returns the number for a row that shows nothing else about the caller. */
function findNumber({ caller, description }: Call): string {
  const isKnown = findPlace(caller) !== "" || description !== "" || caller.name === null;
  return isKnown ? "" : caller.numberDisplay;
}
