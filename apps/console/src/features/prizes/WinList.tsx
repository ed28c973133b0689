import { Printer } from "lucide-react";
import { useTranslations } from "use-intl";

import { type PrizeWin, collectionStatus, collectionStatuses } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { PrizeView } from "./prize-view.ts";
import { WithdrawField } from "./WithdrawForm.tsx";

import styles from "./Prizes.module.css";

interface WinListProps {
  view: PrizeView;
  withWinner: boolean;
  print: (win: PrizeWin) => void;
}

export function WinList({ view, withWinner, print }: WinListProps) {
  const t = useTranslations("prizes");
  const { status, items, more } = view.wins;
  if (status === "loading") {
    return <p className={styles["muted"]}>{t("loading")}</p>;
  }
  if (items.length === 0) {
    return withWinner ? <EmptyState title={t("noWins")}>{t("noWinsWords")}</EmptyState> : null;
  }
  return (
    <>
      <ul className={styles["wins"]}>
        {items.map((win) => (
          <WinLine key={win.id} {...{ win, view, withWinner, print }} />
        ))}
      </ul>
      {more === null ? null : (
        <Button look="quiet" onClick={more}>
          {t("more")}
        </Button>
      )}
    </>
  );
}

function WinLine({ win, view, withWinner, print }: WinListProps & { win: PrizeWin }) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  const now = useNow();
  const at = Date.parse(win.wonAt);
  return (
    <li className={styles["win"]}>
      <span className={styles["what"]}>
        <strong>{win.prize.name}</strong>
        {withWinner ? (
          <span>{t("forWhom", { name: win.name ?? "?", number: win.numberDisplay })}</span>
        ) : null}
        <span className={styles["muted"]} title={formats.full(at)}>
          {t("wonBy", { won: formats.day(at, now), name: win.by })}
        </span>
        <ProofWords win={win} />
        {win.exception === null ? null : (
          <span className={styles["muted"]}>{t("byException", { reason: win.exception })}</span>
        )}
        {win.withdrawn === null ? null : (
          <span className={styles["muted"]}>
            {t("withdrawnBy", { name: win.statusBy, reason: win.withdrawn })}
          </span>
        )}
        {win.delivery === "waiting" ? <span>{t("waiting")}</span> : null}
      </span>
      <StatusField win={win} set={view.setStatus} />
      <Button
        look="quiet"
        icon={Printer}
        title={t("print", { prize: win.prize.name })}
        aria-label={t("print", { prize: win.prize.name })}
        onClick={() => print(win)}
      />
      <WithdrawField win={win} withdraw={view.withdraw} pending={view.pending} />
    </li>
  );
}

function ProofWords({ win: { contest } }: { win: PrizeWin }) {
  const t = useTranslations("prizes");
  if (contest === null) {
    return null;
  }
  const { place, lineName: line, callerCount } = contest;
  return (
    <span className={styles["muted"]} title={contest.entry}>
      {place === null
        ? t("proofUncounted", { line })
        : t("proof", { place: String(place), line, count: String(callerCount) })}
    </span>
  );
}

function StatusField({ win, set }: { win: PrizeWin; set: PrizeView["setStatus"] }) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  const at = formats.full(Date.parse(win.statusAt));
  const since = t("statusSince", { at, name: win.statusBy });
  if (set === null || win.status === "withdrawn") {
    return (
      <span className={styles["muted"]} title={since}>
        {t(`status.${win.status}`)}
      </span>
    );
  }
  return (
    <select
      className={styles["status"]}
      aria-label={t("statusOf", { prize: win.prize.name })}
      title={since}
      value={win.status}
      onChange={(event) => set(win, collectionStatus.parse(event.target.value))}
    >
      {collectionStatuses.map((status) => (
        <option key={status} value={status}>
          {t(`status.${status}`)}
        </option>
      ))}
    </select>
  );
}
