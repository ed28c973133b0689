import { useTranslations } from "use-intl";

import type { HistoryCall } from "@linedesk/contract";
import { formatDuration } from "../../ui/time/time-formats.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { classifyPastCall } from "./classify-past-call.ts";
import { RecordingsButton } from "./RecordingsButton.tsx";

import styles from "./People.module.css";

interface PastCallRowProps {
  call: HistoryCall;
  /** Not where all calls are of one caller. */
  withCaller: boolean;
}

/** A past call in two lines: what became of it, and when, where and with whom. */
export function PastCallRow({ call, withCaller }: PastCallRowProps) {
  const t = useTranslations("history");
  const formats = useTimeFormats();
  const now = useNow();
  const at = Date.parse(call.at);
  const words = useOutcomeWords(call);
  const { caller, phoneLine, description, quality } = call;
  const title = withCaller ? (caller.name ?? caller.numberDisplay) : words;
  const detail = [
    `${formats.day(at, now)} ${formats.minute(at)}`,
    ...(phoneLine === null ? [] : [phoneLine.name]),
    ...(call.rehearsal === true ? [t("rehearsal")] : []),
    ...(withCaller ? [words] : []),
    ...(description === "" ? [] : [description]),
  ].join(", ");
  const mos = quality?.stats?.mos.average ?? null;
  return (
    <>
      <span className={styles["name"]}>{title}</span>
      <span className={styles["when"]}>
        {call.durationS > 0 ? formatDuration(call.durationS) : ""}
      </span>
      <span className={styles["detail"]} title={detail}>
        {detail}
      </span>
      <span className={styles["when"]}>
        {mos === null ? "" : t("quality", { mos: mos.toFixed(1) })}
        {call.recordings === undefined ? null : (
          <RecordingsButton at={call.at} recordings={call.recordings} />
        )}
      </span>
    </>
  );
}

function useOutcomeWords(call: HistoryCall): string {
  const t = useTranslations("history");
  const outcome = classifyPastCall(call);
  if (outcome !== "talked") {
    return t(`what.${outcome}`);
  }
  return call.answeredBy === null
    ? t("what.talkedAlone")
    : t("what.talked", { name: call.answeredBy });
}
