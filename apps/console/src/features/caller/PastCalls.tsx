import { ListOrdered } from "lucide-react";
import { useTranslations } from "use-intl";

import type { PastCall, EndReason } from "@linedesk/contract";
import { useOpenTimeline } from "../../client/ConsoleProvider.tsx";
import { qualityWord } from "../../client/softphone/quality-word.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { formatDuration } from "../../ui/time/time-formats.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { useDecimals } from "../../ui/use-decimals.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { PastCallsView } from "./caller-view.ts";
import { pastCallMessages } from "./past-call-messages.ts";

import styles from "./CallerPanel.module.css";

function History({ history }: { history: PastCallsView | null }) {
  const t = useTranslations("pastCalls");
  const app = useTranslations("app");
  const slow = useDelayed(history?.status === "loading");
  if (history === null) {
    return <EmptyState title={t("historyPrivate")}>{t("historyPrivateWords")}</EmptyState>;
  }
  if (history.status === "loading") {
    return slow ? <p className={styles["quiet"]}>{t("loading")}</p> : null;
  }
  if (history.status === "failed") {
    return (
      <EmptyState title={history.words}>
        <Button onClick={history.retry}>{app("retry")}</Button>
      </EmptyState>
    );
  }
  if (history.items.length === 0) {
    return <EmptyState title={t("historyEmpty")}>{t("historyEmptyWords")}</EmptyState>;
  }
  return (
    <>
      <ul className={styles["history"]}>
        {history.items.map((call) => (
          <PastCallLine key={call.id} call={call} />
        ))}
      </ul>
      {history.more === null ? null : (
        <div className={styles["older"]}>
          <Button onClick={history.more}>{t("more")}</Button>
        </div>
      )}
    </>
  );
}

export const PastCalls = withWords(History, { pastCalls: pastCallMessages });

function PastCallLine({ call }: { call: PastCall }) {
  const app = useTranslations("app");
  const t = useTranslations("pastCalls");
  const openTimeline = useOpenTimeline();
  const formats = useTimeFormats();
  const now = useNow();
  const at = Date.parse(call.at);
  const today = formats.day(at, now) === formats.day(now, now);
  return (
    <li className={styles["past"]}>
      <time
        className={styles["muted"]}
        dateTime={call.at}
        title={app("sydneyTime", { time: formats.full(at) })}
      >
        {today ? formats.minute(at) : formats.day(at, now)}
      </time>
      <OutcomeWords call={call} />
      <span className={styles["length"]} title={t("waited", { time: formatDuration(call.waitS) })}>
        {call.answeredBy !== null || call.durationS > 0 ? formatDuration(call.durationS) : ""}
      </span>
      <Button
        look="quiet"
        className={styles["timeline"]}
        icon={ListOrdered}
        title={t("timeline")}
        aria-label={t("timelineOf", { time: formats.full(at) })}
        onClick={() => openTimeline(call.id)}
      />
      <span className={styles["more"]}>
        {call.description === "" ? null : <span title={call.description}>{call.description}</span>}
        <PastQuality quality={call.quality} />
      </span>
    </li>
  );
}

function PastQuality({ quality }: Pick<PastCall, "quality">) {
  const t = useTranslations("pastCalls");
  const decimals = useDecimals();
  if (quality === null || quality.stats === null) {
    return null;
  }
  const { mos, jitter, rtt } = quality.stats;
  const detail = t("qualityDetail", {
    jitter: String(Math.round(jitter.average)),
    roundTrip: String(Math.round(rtt.average)),
    loss: decimals(quality.totals.packetsLostFraction, 1),
    warnings: quality.warnings.length,
  });
  return (
    <span title={detail}>
      {t("quality", {
        word: t(`qualityWord.${qualityWord(mos.average)}`),
        mos: decimals(mos.average, 1),
      })}
    </span>
  );
}

function OutcomeWords({ call }: { call: PastCall }) {
  const t = useTranslations("pastCalls");
  const outcome = classifyOutcome(call);
  switch (outcome.type) {
    case "hungUpWaiting":
      return <span className={styles["what"]}>{t("hungUpWaiting")}</span>;
    case "talked":
      return (
        <span className={styles["what"]}>
          {outcome.with === null ? t("talked") : t("talkedWith", { name: outcome.with })}
          <span className={styles["muted"]}>{`, ${t(`ended.${outcome.reason}`)}`}</span>
        </span>
      );
    case "ended":
      return <span className={styles["what"]}>{t(`ended.${outcome.reason}`)}</span>;
  }
}

/** The outcome of a past call: a word of `pastCalls.ended`, or a more precise one. */
type Outcome =
  | { type: "hungUpWaiting" }
  | { type: "talked"; with: string | null; reason: EndReason }
  | { type: "ended"; reason: EndReason };

export function classifyOutcome(call: PastCall): Outcome {
  const { reason } = call;
  if (call.answeredBy !== null || call.durationS > 0) {
    return { type: "talked", with: call.answeredBy, reason };
  }
  if (reason === "caller_hung_up") {
    return { type: "hungUpWaiting" };
  }
  return { type: "ended", reason };
}
