import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useFormatter, useTranslations } from "use-intl";

import type { PrizeWin } from "@linedesk/contract";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";

import styles from "./WinSheet.module.css";

/** Draws the sheet only for the printer. The desk stays unchanged and is not printed. */
export function PrintedSheet({ win, done }: { win: PrizeWin | null; done: () => void }) {
  useEffect(() => {
    if (win === null) {
      return;
    }
    window.addEventListener("afterprint", done, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", done);
  }, [win, done]);
  return win === null
    ? null
    : createPortal(
        <div className={styles["printed"]}>
          <WinSheet win={win} />
        </div>,
        document.body,
      );
}

export function WinSheet({ win }: { win: PrizeWin }) {
  const t = useTranslations("prizes");
  const format = useFormatter();
  const formats = useTimeFormats();
  const value = format.number(win.valueCents / 100, { style: "currency", currency: "AUD" });
  const status = t("statusSince", {
    at: formats.full(Date.parse(win.statusAt)),
    name: win.statusBy,
  });
  const rows: [string, string | null][] = [
    [t("sheet.winner"), win.name ?? win.numberDisplay],
    [t("sheet.number"), win.numberDisplay],
    [t("sheet.address"), win.address],
    [t("sheet.prize"), win.prize.name],
    [t("sheet.value"), value],
    [t("sheet.won"), formats.full(Date.parse(win.wonAt))],
    [t("sheet.by"), win.by],
    [t("sheet.exception"), win.exception],
    [t("sheet.status"), `${t(`status.${win.status}`)}. ${status}`],
  ];
  return (
    <article className={styles["sheet"]} aria-label={t("sheet.title")}>
      <h1>{t("sheet.title")}</h1>
      <dl>
        {rows.map(([label, text]) =>
          text === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
        <Proof win={win} />
      </dl>
      <p className={styles["sign"]}>{t("sheet.sign")}</p>
      <p className={styles["reference"]}>{t("sheet.reference", { id: win.id })}</p>
    </article>
  );
}

function Proof({ win: { contest } }: { win: PrizeWin }) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  if (contest === null) {
    return null;
  }
  const { place, lineName: line, callerCount, startedBy: name, entry } = contest;
  const at = formats.clock(Date.parse(contest.at));
  return (
    <div>
      <dt>{t("sheet.proof")}</dt>
      <dd>
        {place === null
          ? t("proofUncounted", { line })
          : t("sheet.counted", {
              place: String(place),
              line,
              at,
              count: String(callerCount),
              name,
            })}
        <br />
        {t("sheet.row", { entry })}
      </dd>
    </div>
  );
}
