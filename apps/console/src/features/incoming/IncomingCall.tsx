import { PhoneIncoming } from "lucide-react";
import { useTranslations } from "use-intl";

import { listCallerMarks } from "../../lib/list-caller-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { MarkList } from "../../ui/MarkList.tsx";
import { Elapsed, useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { IncomingView } from "./incoming-view.ts";

import styles from "./IncomingCall.module.css";

/** Who it is, what is known of the caller, and the answers. */
export function IncomingCall({ view, name }: { view: IncomingView; name: string }) {
  const t = useTranslations("incoming");
  const { call, station, others, answer, lines, reject } = view;
  const { caller } = call;
  const queue = useTranslations("queue");
  const { day } = useTimeFormats();
  const known = listCallerMarks(call, queue, { now: useNow(), day });
  // That it is the first call says the bar itself.
  const marks = known.filter(({ key }) => key !== "first");
  const facts = [
    caller.name === null ? null : caller.numberDisplay,
    call.phoneLine === null ? station : `${station} ${call.phoneLine.name}`,
    caller.location,
    caller.earlierCalls === 0 ? t("first") : t("earlier", { count: caller.earlierCalls }),
    others === 0 ? null : t("others", { count: others }),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <section className={styles["bar"]} aria-label={t("bar")} data-tone="ringing">
      <PhoneIncoming size={16} aria-hidden="true" className={styles["icon"]} />
      <strong className={styles["name"]}>{name}</strong>
      <MarkList label={t("known")} marks={marks} />
      <span className={styles["facts"]}>{facts.join(" · ")}</span>
      <span className={styles["wait"]}>
        <Elapsed since={call.arrivedAt} />
      </span>
      {answer === null
        ? null
        : lines.map((line, index) => (
            <Button
              key={line}
              look={index === 0 ? "primary" : "plain"}
              size="call"
              onClick={() => answer(line)}
            >
              {t("answerOn", { number: line === "line1" ? "1" : "2" })}
            </Button>
          ))}
      {reject === null ? null : (
        <Button size="call" look="danger" onClick={reject}>
          {t("reject")}
        </Button>
      )}
    </section>
  );
}
