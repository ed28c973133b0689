/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the field keeps the focus */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the field handles the keys */
import { Phone, UserRound } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { KeyCap } from "../../ui/KeyCap.tsx";
import type { PaletteEntry } from "./find-entries.ts";

import styles from "./Palette.module.css";

interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  current: PaletteEntry | undefined;
  armed: string | null;
  choose: (entry: PaletteEntry, at: number) => void;
}

export function PaletteList({ id, entries, current, armed, choose }: PaletteListProps) {
  const t = useTranslations("palette");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  function handleClick({ target, timeStamp }: React.MouseEvent) {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    const entry = entries.find((one) => optionId(id, one) === option?.id);
    if (entry !== undefined) {
      choose(entry, timeStamp);
    }
  }
  return (
    <>
      {entries.length === 0 ? <p className={styles["nothing"]}>{t("nothing")}</p> : null}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t("results")}
        className={styles["list"]}
        onPointerDown={keepFocus}
        onClick={handleClick}
      >
        {entries.map((entry) => (
          <Option
            key={`${entry.type} ${entry.id}`}
            id={optionId(id, entry)}
            entry={entry}
            isCurrent={entry === current}
            isArmed={entry.id === armed}
          />
        ))}
      </div>
    </>
  );
}

export function optionId(list: string, { type, id }: PaletteEntry): string {
  return `${list}-${type}-${id}`;
}

/**
 * Keeps the focus in the field when a person presses an option. A press beside the options keeps
 * its default, because it can scroll the list.
 */
function keepFocus(event: React.PointerEvent): void {
  if (event.target instanceof Element && event.target.closest("[role=option]") !== null) {
    event.preventDefault();
  }
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isCurrent: boolean;
  isArmed: boolean;
}

/** After each typed letter most entries are the same, and React does not render them again. */
const Option = memo(function Option({ id, entry, isCurrent, isArmed }: OptionProps) {
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={isCurrent} className={styles["option"]}>
      <Entry entry={entry} isArmed={isArmed} />
    </div>
  );
}, isDrawnAlike);

function isDrawnAlike(one: OptionProps, other: OptionProps): boolean {
  return (
    one.id === other.id &&
    one.isCurrent === other.isCurrent &&
    one.isArmed === other.isArmed &&
    one.entry.label === other.entry.label &&
    findDetail(one.entry) === findDetail(other.entry)
  );
}

function findDetail(entry: PaletteEntry): string {
  return entry.type === "command" ? entry.keyLabel : entry.detail;
}

function Entry({ entry, isArmed }: { entry: PaletteEntry; isArmed: boolean }) {
  const t = useTranslations("palette");
  if (entry.type !== "command") {
    const Icon = entry.type === "caller" ? UserRound : Phone;
    return (
      <>
        <Icon size={16} aria-hidden="true" />
        <span className={styles["label"]}>{entry.label}</span>
        <span className={styles["detail"]}>{entry.detail}</span>
      </>
    );
  }
  return (
    <>
      <span className={styles["label"]}>{entry.label}</span>
      {isArmed ? <output>{t("again")}</output> : null}
      {entry.keyLabel === "" ? null : <KeyCap label={entry.keyLabel} />}
    </>
  );
}
