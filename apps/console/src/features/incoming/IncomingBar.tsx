import { PhoneIncoming } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Call, DeviceLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";

import styles from "./IncomingBar.module.css";

/** Who rings, on a page that has no queue. */
export interface IncomingView {
  call: Call;
  station: string;
  /** Who waits beside that one. */
  others: number;
  answer: ((line: DeviceLine) => void) | null;
  /** On which it can be answered. */
  lines: readonly DeviceLine[];
  reject: (() => void) | null;
}

/** [SH15] A bar across the top: no dialog, and the focus stays where it is. */
export function IncomingBar({ view }: { view: IncomingView | null }) {
  const t = useTranslations("incoming");
  const name = view === null ? "" : (view.call.caller.name ?? view.call.caller.numberDisplay);
  return (
    <>
      <LiveRegion words={view === null ? "" : t("announce", { name })} />
      {view === null ? null : <Bar view={view} name={name} />}
    </>
  );
}

function Bar({ view, name }: { view: IncomingView; name: string }) {
  const t = useTranslations("incoming");
  const { call, station, others, answer, lines, reject } = view;
  const { caller } = call;
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
