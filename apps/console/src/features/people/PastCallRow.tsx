import { ListOrdered, Phone } from "lucide-react";
import { useTranslations } from "use-intl";

import type { HistoryCall, HistoryOutcome } from "@linedesk/contract";
import type { OpenDial } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { formatDuration } from "../../ui/time/time-formats.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { useDecimals } from "../../ui/use-decimals.ts";
import { RecordingsButton } from "./RecordingsButton.tsx";

import styles from "./People.module.css";

interface PastCallRowProps {
  station: string;
  call: HistoryCall;
  /** Is false when all calls belong to one caller. */
  withCaller: boolean;
  openCard?: ((caller: string) => void) | null;
  openTimeline: ((call: string) => void) | null;
  /** Opens the dial panel with the number; `null` when the person may not dial here. */
  dial: OpenDial | null;
}

export function PastCallRow(props: PastCallRowProps) {
  const { station, call, withCaller, openCard = null, openTimeline, dial } = props;
  const t = useTranslations("history");
  const formats = useTimeFormats();
  const now = useNow();
  const at = Date.parse(call.at);
  const words = useOutcomeWords(call);
  const decimals = useDecimals();
  const { caller, phoneLine, description, quality } = call;
  const title = withCaller ? (caller.name ?? caller.numberDisplay) : words;
  const detail = [
    `${formats.day(at, now)} ${formats.minute(at)}`,
    ...(withCaller ? [words] : []),
    ...(phoneLine === null ? [] : [phoneLine.name]),
    ...(call.rehearsal === true ? [t("rehearsal")] : []),
    ...(description === "" ? [] : [description]),
  ].join(", ");
  const mos = quality?.stats?.mos.average ?? null;
  return (
    <>
      {withCaller && openCard !== null && caller.id !== null ? (
        <NameButton name={title} open={openCard} caller={caller.id} />
      ) : (
        <span className={styles["name"]}>{title}</span>
      )}
      <span className={styles["when"]}>
        {call.durationS > 0 ? formatDuration(call.durationS) : ""}
      </span>
      <span className={styles["detail"]} title={detail}>
        {detail}
      </span>
      <span className={styles["when"]}>
        {mos === null ? "" : t("quality", { mos: decimals(mos, 1) })}
        {openTimeline === null ? null : (
          <Button
            look="quiet"
            className={styles["recordings"]}
            icon={ListOrdered}
            title={t("timeline")}
            aria-label={t("timelineOf", { time: formats.full(at) })}
            onClick={() => openTimeline(call.id)}
          />
        )}
        {call.recordings === undefined ? null : (
          <RecordingsButton station={station} at={call.at} recordings={call.recordings} />
        )}
      </span>
      {dial === null || caller.number === null ? null : (
        <span className={styles["ring"]}>
          <CallButton
            dial={dial}
            number={caller.number}
            display={caller.numberDisplay}
            name={caller.name ?? caller.numberDisplay}
          />
        </span>
      )}
    </>
  );
}

interface NameButtonProps {
  name: string;
  caller: string;
  open: (caller: string) => void;
}

function NameButton({ name, caller, open }: NameButtonProps) {
  const t = useTranslations("history");
  return (
    <button
      type="button"
      className={styles["nameButton"]}
      title={t("openCard")}
      onClick={() => open(caller)}
    >
      {name}
    </button>
  );
}

function useOutcomeWords(call: HistoryCall): string {
  const t = useTranslations("history");
  const outcome = classifyPastCall(call);
  const ends = useTranslations("history.ended");
  if (outcome === "left") {
    return t("what.left");
  }
  if (outcome !== "talked") {
    return ends(call.reason);
  }
  const talked =
    call.answeredBy === null ? t("what.talkedAlone") : t("what.talked", { name: call.answeredBy });
  return call.reason === "exchange_lost" ? `${talked}, ${ends(call.reason)}` : talked;
}

interface CallButtonProps {
  dial: OpenDial;
  number: string;
  display: string;
  name: string;
}

export function CallButton({ dial, number, display, name }: CallButtonProps) {
  const t = useTranslations("people");
  const words = t("callName", { name });
  return (
    <Button
      look="quiet"
      icon={Phone}
      title={words}
      aria-label={words}
      onClick={() => dial(number, display)}
    />
  );
}

const refused = new Set<HistoryCall["reason"]>(["rejected", "line_closed", "blocked"]);

export function classifyPastCall(
  call: Pick<HistoryCall, "answeredBy" | "durationS" | "reason">,
): HistoryOutcome {
  if (call.answeredBy !== null || call.durationS > 0) {
    return "talked";
  }
  if (call.reason === "caller_hung_up") {
    return "left";
  }
  return refused.has(call.reason) ? "refused" : "other";
}
