import { Phone, UserRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { KeyCap } from "../../ui/KeyCap.tsx";
import type { PaletteEntry } from "./find-entries.ts";

import styles from "./Palette.module.css";

interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  current: PaletteEntry | undefined;
  /** The id of a command that wants a second press. */
  armed: string | null;
  optionId: (entry: PaletteEntry) => string;
  choose: (entry: PaletteEntry, at: number) => void;
}

export function PaletteList(props: PaletteListProps) {
  const { id, entries, current, armed, optionId, choose } = props;
  const t = useTranslations("palette");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus */}
      <div ref={list} id={id} role="listbox" aria-label={t("results")} className={styles["list"]}>
        {entries.map((entry) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has them
          <div
            key={`${entry.type} ${entry.id}`}
            id={optionId(entry)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            className={styles["option"]}
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => choose(entry, event.timeStamp)}
          >
            <Entry entry={entry} isArmed={entry.id === armed} />
          </div>
        ))}
      </div>
      {entries.length === 0 ? <p className={styles["nothing"]}>{t("nothing")}</p> : null}
    </>
  );
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
      {entry.keyLabel === "" ? null : <KeyCap keys={entry.keyLabel} plain />}
    </>
  );
}
