import { Gift, Radio, TriangleAlert, Trophy } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Call, WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { CallerView } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

/** Shows, above the fields, the facts that an operator needs before answering. */
export function CallerWarnings({ view }: { view: CallerView }) {
  const { caller } = view.call;
  return (
    <>
      <FlagReasons flags={caller.flags} />
      <ContestMark contest={view.call.contest} />
      <WonMark win={view.call.win} />
      <WarningWords warning={caller.warning} />
      <RadioWords isOn={view.call.programmeAudible && view.over === null} />
    </>
  );
}

/** Shows a ban or a warning with its reason. */
function WarningWords({ warning }: { warning: CallerView["call"]["caller"]["warning"] }) {
  const t = useTranslations("caller");
  return warning === null ? null : (
    <p className={styles["warning"]}>
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        <strong>{t(warning.kind)}</strong> {warning.reason}
        <UntilWords until={warning.until ?? null} />
      </span>
    </p>
  );
}

function UntilWords({ until }: { until: string | null }) {
  const t = useTranslations("caller");
  const formats = useTimeFormats();
  const now = useNow();
  if (until === null) {
    return null;
  }
  const at = Date.parse(until);
  const time = `${formats.day(at, now)} ${formats.minute(at)}`;
  return <span title={formats.full(at)}>{t("until", { time })}</span>;
}

function RadioWords({ isOn }: { isOn: boolean }) {
  const t = useTranslations("caller");
  return isOn ? (
    <p className={styles["warning"]}>
      <Radio size={16} aria-hidden="true" />
      <span>
        <strong>{t("radioOn")}</strong> {t("radioOnWords")}
      </span>
    </p>
  ) : null;
}

/** Shows the reasons of flags, such as VIP. */
function FlagReasons({ flags }: { flags: CallerView["call"]["caller"]["flags"] }) {
  const t = useTranslations("caller");
  const reasons = flags.filter(({ reason }) => reason !== "");
  return reasons.map(({ id, name, reason, until }) => (
    <p key={id} className={styles["reason"]}>
      {t("flagReason", { name, reason })}
      <UntilWords until={until ?? null} />
    </p>
  ));
}

function ContestMark({ contest }: { contest: Call["contest"] }) {
  const t = useTranslations("caller");
  if (contest === null) {
    return null;
  }
  const { outcome, place, callerCount } = contest;
  const words =
    place === null
      ? t("notCounted", { why: t(`contest.${outcome}`) })
      : t("counted", {
          place: String(place),
          count: String(callerCount),
          what: t(`contest.${outcome}`),
        });
  return (
    <p className={styles["contest"]} data-outcome={outcome}>
      <Trophy size={14} aria-hidden="true" />
      {words}
    </p>
  );
}

function WonMark({ win }: { win: WinMark | undefined }) {
  return win === undefined ? null : <WonWords win={win} />;
}

function WonWords({ win }: { win: WinMark }) {
  const t = useTranslations("caller");
  const formats = useTimeFormats();
  const now = useNow();
  const { isOut, wonAt, mayWinAt } = readWin(win, now);
  return (
    <p className={styles["contest"]} data-outcome={isOut ? "winner" : undefined}>
      <Gift size={14} aria-hidden="true" />
      {t(isOut ? "wonOut" : "wonBefore", {
        prize: win.prize,
        won: formats.day(wonAt, now),
        again: formats.day(mayWinAt, now),
      })}
    </p>
  );
}
