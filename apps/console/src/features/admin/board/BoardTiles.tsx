import { useId } from "react";
import { useTranslations } from "use-intl";

import type { BoardCheck } from "@linedesk/contract";
import { Popover } from "../../../ui/Popover.tsx";
import type { BoardGroup, BoardTile } from "./board-groups.ts";
import { type Mend, Remedy, StateIcon } from "./Remedy.tsx";
import { useFindingWords } from "./use-finding-words.ts";

import adminStyles from "../Admin.module.css";
import styles from "./Board.module.css";

/** Shows a group of checks as one line of tiles, each with a count. */
export function BoardTiles({ group, mend }: { group: BoardGroup; mend: Mend }) {
  const t = useTranslations("board");
  const id = useId();
  const good = group.tiles.filter(({ state }) => state === "go").length;
  return (
    <section className={styles["group"]} aria-labelledby={id}>
      <h3 id={id}>
        {t(`group.${group.name}`)}{" "}
        <span className={adminStyles["aside"]}>
          {t("tiles", { good: `${good}`, all: `${group.tiles.length}` })}
        </span>
      </h3>
      <ul className={styles["tiles"]}>
        {group.tiles.map((tile) => (
          <li key={tile.name}>
            <Tile tile={tile} mend={mend} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More marks would not fit into a tile, which then shows only the count. */
const MOST_MARKS = 16;

/** Shows the count and the worst finding of one kind; a press shows every check of it. */
function Tile({ tile, mend }: { tile: BoardTile; mend: Mend }) {
  const t = useTranslations("board");
  const { describe } = useFindingWords();
  const { name, checks, state, good } = tile;
  const [worst] = checks;
  // A single part without a name, such as the clock, has nothing to count.
  const isCounted = worst !== undefined && (checks.length > 1 || worst.name !== null);
  const figure =
    worst === undefined
      ? t("none")
      : isCounted
        ? t("of", { good: `${good}`, all: `${checks.length}` })
        : t(`single.${state}`);
  return (
    <Popover
      title={t(`tile.${name}`)}
      trigger={
        <button type="button" className={styles["tile"]} data-state={state}>
          <span className={styles["top"]}>
            {t(`tile.${name}`)}
            <span className={styles["state"]}>
              <StateIcon state={state} />
              {state === "go" ? null : <span aria-hidden="true">{t(`state.${state}`)}</span>}
            </span>
          </span>
          <span className={styles["figure"]}>
            <strong>{figure}</strong> {isCounted ? t("good") : ""}
          </span>
          <span className={styles["line"]}>
            {worst === undefined ? t("noneWords") : nameFinding(worst, describe)}
          </span>
          <span className={styles["marks"]}>
            {checks.length > MOST_MARKS || checks.length === 1
              ? null
              : checks
                  .toReversed()
                  .map((check, at) => <i key={`${check.part}-${at}`} data-state={check.state} />)}
          </span>
        </button>
      }
    >
      <ul className={styles["checks"]}>
        {checks.map((check, at) => (
          // Several checks can have the same part and name, so the key contains the position.
          <CheckLine key={`${check.part}-${at}`} check={check} mend={mend} />
        ))}
      </ul>
    </Popover>
  );
}

function nameFinding(check: BoardCheck, describe: (check: BoardCheck) => string): string {
  return check.name === null ? describe(check) : `${check.name}: ${describe(check)}`;
}

function CheckLine({ check, mend }: { check: BoardCheck; mend: Mend }) {
  const { title, describe } = useFindingWords();
  return (
    <li data-state={check.state}>
      <StateIcon state={check.state} />
      <span>
        <strong>{title(check)}</strong>
        <span className={adminStyles["quiet"]}>{describe(check)}</span>
        <Remedy check={check} mend={mend} />
      </span>
    </li>
  );
}
