import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { PhoneLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { Closing } from "./CloseLinesDialog.tsx";
import { listOpen, listToReopen, type StationLinesView, type StationView } from "./use-station.ts";

import styles from "./TopBar.module.css";

const CloseLinesDialog = lazy(async () => ({
  default: (await import("./CloseLinesDialog.tsx")).CloseLinesDialog,
}));

/** Opens lines without a question; before it closes lines, it asks and names the effect. */
export function LinesSwitch({ station }: { station: StationView }) {
  const t = useTranslations("station");
  const [closing, setClosing] = useState<Closing | null>(null);
  const openBefore = useRef<readonly string[]>([]);
  const { open, others } = station;
  const own = toLines(station);
  const all = own === null ? others : [own, ...others];
  function set(of: StationLinesView, next: boolean, line: PhoneLine | null) {
    if (!next) {
      setClosing({ of, line });
    } else {
      setLines(of, true, line);
    }
  }
  /** Opens the lines that were open before this person closed all, otherwise all lines. */
  function reopen(of: StationLinesView) {
    const again = listToReopen(of.phoneLines, openBefore.current);
    if (again === "all") {
      of.setOpen(true);
    } else {
      again.forEach((line) => of.setOpen(true, line));
    }
  }
  const words = open === true ? "linesOpen" : open === "some" ? "linesSome" : "linesClosed";
  return (
    <div className={styles["lines"]} title={own === null ? t("linesFixed") : undefined}>
      <Switch
        checked={open !== false}
        mixed={open === "some"}
        onChange={own === null ? null : (next) => (next ? reopen(own) : set(own, next, null))}
      >
        <span className={styles["words"]} data-short={t(`${words}Short`)}>
          {t(words)}
        </span>
      </Switch>
      {all.length === 0 ? null : (
        <Menu
          label={t("lines")}
          trigger={<Button look="quiet" icon={ChevronDown} aria-label={t("eachLine")} />}
          entries={all.flatMap((of) => lineEntries(of, all.length > 1, { t, set }))}
        />
      )}
      <Suspense>
        <CloseLinesDialog
          closing={closing}
          cancel={() => setClosing(null)}
          confirm={() => {
            if (closing !== null) {
              if (closing.line === null && closing.of.callSign === own?.callSign) {
                openBefore.current = listOpen(closing.of.phoneLines);
              }
              setLines(closing.of, false, closing.line);
            }
            setClosing(null);
          }}
        />
      </Suspense>
    </div>
  );
}

function toLines({ station, phoneLines, setOpen }: StationView): StationLinesView | null {
  return setOpen === null ? null : { callSign: station.callSign, phoneLines, setOpen };
}

function setLines(of: StationLinesView, open: boolean, line: PhoneLine | null): void {
  if (line === null) {
    of.setOpen(open);
  } else {
    of.setOpen(open, line.id);
  }
}

interface EntryDeps {
  t: ReturnType<typeof useTranslations<"station">>;
  set: (of: StationLinesView, open: boolean, line: PhoneLine | null) => void;
}

function lineEntries(of: StationLinesView, isNamed: boolean, { t, set }: EntryDeps): MenuEntry[] {
  const { callSign: station, phoneLines } = of;
  return [
    {
      type: "heading",
      key: `${station} lines`,
      label: isNamed ? t("linesOf", { station }) : t("lines"),
    },
    ...phoneLines.map((line): MenuEntry => ({
      type: "choice",
      key: line.id,
      label: `${line.name}, ${line.numberDisplay}`,
      checked: line.open,
      run: () => set(of, !line.open, line),
    })),
    { type: "line", key: `${station} rule` },
    {
      type: "item",
      key: `${station} open`,
      label: isNamed ? t("openAllOf", { station }) : t("openAll"),
      run: () => set(of, true, null),
    },
    {
      type: "item",
      key: `${station} close`,
      label: isNamed ? t("closeAllOf", { station }) : t("closeAll"),
      danger: true,
      run: () => set(of, false, null),
    },
  ];
}
