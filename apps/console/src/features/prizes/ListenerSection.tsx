import { Check, X } from "lucide-react";
import { useTranslations } from "use-intl";

import type { PrizeListener, PrizeWin } from "@linedesk/contract";
import { toMoment } from "../../lib/read-win.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { PrizeView } from "./prize-view.ts";
import { RecordForm } from "./RecordForm.tsx";
import { WinList } from "./WinList.tsx";

import styles from "./Prizes.module.css";

interface ListenerSectionProps {
  view: PrizeView;
  print: (win: PrizeWin) => void;
}

/** The caller: whether they may win, what they won, and a win to record. */
export function ListenerSection({ view, print }: ListenerSectionProps) {
  const t = useTranslations("prizes");
  const { call, listener, record } = view;
  if (call === null) {
    return <EmptyState title={t("noCaller")}>{t("noCallerWords")}</EmptyState>;
  }
  if (listener === null) {
    return view.wins.status === "loading" ? (
      <p className={styles["muted"]}>{t("loading")}</p>
    ) : null;
  }
  return (
    <>
      <Eligibility listener={listener} household={view.rules?.household ?? false} />
      {listener.number === null ? null : <WinList view={view} withWinner={false} print={print} />}
      {record === null ? (
        <p className={styles["muted"]}>{t("producer")}</p>
      ) : listener.number === null ? null : (
        <RecordForm key={call} view={view} listener={listener} record={record} />
      )}
    </>
  );
}

function Eligibility({ listener, household }: { listener: PrizeListener; household: boolean }) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  const now = useNow();
  const { name, number, numberDisplay, mayWin, hold } = listener;
  const words =
    number === null
      ? t("withheld")
      : hold === null
        ? t("never")
        : t(mayWin ? "before" : "out", {
            prize: hold.prize,
            won: formats.day(toMoment(hold.wonOn), now),
            again: formats.day(toMoment(hold.mayWinOn), now),
          });
  return (
    <section>
      <header className={styles["who"]}>
        <h3>{name ?? numberDisplay}</h3>
        <output className={styles["badge"]} data-may={mayWin || undefined}>
          {mayWin ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
          {t(mayWin ? "may" : "mayNot")}
        </output>
      </header>
      <p className={styles["muted"]}>
        {words} {household && number !== null && hold !== null ? t("household") : null}
      </p>
    </section>
  );
}
