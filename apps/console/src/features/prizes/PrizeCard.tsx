import { CloudOff, Check, Trophy, X } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";

import type { PrizeWin, PromotionState, PrizeListener } from "@linedesk/contract";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ExportProgress } from "../../ui/ExportProgress.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { useTimeFormats, useNow } from "../../ui/time/TimeProvider.tsx";
import { hasWonInCall } from "./has-won-in-call.ts";
import type { PrizeTab, PrizeView } from "./prize-view.ts";
import { PrizeStock } from "./PrizeStock.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { WinList } from "./WinList.tsx";
import { PrintedSheet } from "./WinSheet.tsx";

import styles from "./Prizes.module.css";

interface PrizeCardProps {
  view: PrizeView;
  tab: PrizeTab;
  setTab: (tab: PrizeTab) => void;
  openContest: () => void;
}

export function PrizeCard({ view, tab, setTab, openContest }: PrizeCardProps) {
  const panels = useTranslations("panels");
  const t = useTranslations("prizes");
  const [printed, print] = useState<PrizeWin | null>(null);
  const tabs: PrizeTab[] = view.addPrize === null ? ["caller", "all"] : ["caller", "all", "stock"];
  return (
    <div className={styles["card"]}>
      <div className={styles["top"]}>
        <Segments
          label={t("tabs")}
          value={tab}
          segments={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={setTab}
        />
        <Button look="quiet" icon={Trophy} onClick={openContest}>
          {panels("contest")}
        </Button>
      </div>
      {view.station === null ? null : (
        <p className={styles["muted"]}>{t("ofStation", { station: view.station })}</p>
      )}
      <PromotionWords promotion={view.promotion} />
      {view.refused === null ? null : <output className={styles["refused"]}>{view.refused}</output>}
      {tab === "caller" ? <ListenerSection view={view} print={print} /> : null}
      {tab === "all" ? <AllWins view={view} print={print} /> : null}
      {tab === "stock" ? <PrizeStock view={view} /> : null}
      <PrintedSheet win={printed} done={useCallback(() => print(null), [])} />
    </div>
  );
}

function AllWins({ view, print }: { view: PrizeView; print: (win: PrizeWin) => void }) {
  const t = useTranslations("prizes");
  const isEmpty = view.wins.items.length === 0;
  return (
    <>
      <WinList view={view} withWinner print={print} />
      {view.exporting === null ? null : <ExportProgress progress={view.exporting} />}
      {view.exportWins === null || view.exporting !== null || isEmpty ? null : (
        <div className={styles["buttons"]}>
          <Button onClick={view.exportWins}>{t("export")}</Button>
        </div>
      )}
    </>
  );
}

function PromotionWords({ promotion }: { promotion: PromotionState | null }) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  if (promotion === null || promotion.system === "builtin") {
    return null;
  }
  const { state, downSince, waiting } = promotion;
  if (state === "down") {
    const since = downSince === null ? "" : formats.full(Date.parse(downSince));
    return (
      <output className={styles["down"]}>
        <CloudOff size={16} aria-hidden="true" />
        <span>
          <strong>{t("down", { since })}</strong> {t("downWords", { count: waiting })}
        </span>
      </output>
    );
  }
  return waiting === 0 ? null : (
    <output className={styles["muted"]}>{t("upWaiting", { count: waiting })}</output>
  );
}

function ListenerSection({ view, print }: { view: PrizeView; print: (win: PrizeWin) => void }) {
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
      <Eligibility
        listener={listener}
        isWinner={hasWonInCall(view.wins.items, call)}
        household={view.rules?.household ?? false}
      />
      {listener.number === null ? null : <WinList view={view} withWinner={false} print={print} />}
      {record === null ? (
        <p className={styles["muted"]}>{t("producer")}</p>
      ) : listener.number === null ? null : (
        <RecordForm key={call} view={view} listener={listener} record={record} />
      )}
    </>
  );
}

interface EligibilityProps {
  listener: PrizeListener;
  /** Is true for the person whose win in this call is recorded, even during the waiting time. */
  isWinner: boolean;
  household: boolean;
}

function Eligibility({ listener, isWinner, household }: EligibilityProps) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  const now = useNow();
  const { name, number, numberDisplay, mayWin, hold } = listener;
  const isGood = mayWin || isWinner;
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
        <output className={styles["badge"]} data-may={isGood || undefined}>
          {isGood ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
          {t(isWinner ? "wonNow" : mayWin ? "may" : "mayNot")}
        </output>
      </header>
      <p className={styles["muted"]}>
        {words} {household && number !== null && hold !== null ? t("household") : null}
      </p>
    </section>
  );
}
