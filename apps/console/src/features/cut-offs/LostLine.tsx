import { Check, PhoneCall } from "lucide-react";
import { useTranslations } from "use-intl";

import type { CutOff, DeviceLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { formatTimer, secondsSince } from "../../ui/time/time-formats.ts";

import styles from "./CutOffs.module.css";

interface LostLineView {
  cutOff: CutOff;
  number: 1 | 2;
  isReady: boolean;
  selected: boolean;
  /** The line for the private call back. */
  on: DeviceLine;
  ring: (() => void) | null;
  leave: () => void;
}

/** Shows on an idle line the caller whom the failure of the exchange cut off there. */
export function LostLine({ view }: { view: LostLineView }) {
  const t = useTranslations("cutOffs");
  const { cutOff, isReady, selected, on } = view;
  const { caller, description } = cutOff.call;
  const number = String(view.number);
  const name = caller.name ?? (caller.number === null ? t("privateCaller") : caller.numberDisplay);
  const time = formatTimer(secondsSince(cutOff.since, Date.parse(cutOff.at)));
  const isOwn = on === (view.number === 1 ? "line1" : "line2");
  const facts = [
    caller.numberDisplay,
    caller.location,
    t(cutOff.was === "on_air" ? "onAirFor" : "talkedFor", { time }),
    description,
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <div className={styles["lost"]}>
      <h2 className={styles["lostName"]} title={name}>
        {t("lost", { name })}
      </h2>
      <p className={styles["lostFacts"]} title={facts.join(", ")}>
        <span className={styles["ready"]} data-ready={isReady || undefined}>
          {isReady ? <Check size={14} aria-hidden="true" /> : null}
          {t(isReady ? "lineReady" : "lineWaits", { number })}
        </span>
        {facts.join(" · ")}
      </p>
      <div className={styles["lostDo"]}>
        {caller.number === null ? null : (
          <Button
            size="call"
            icon={PhoneCall}
            look={selected && isOwn ? "primary" : "plain"}
            onClick={view.ring}
          >
            {isOwn
              ? t("ringName", { name })
              : t("ringPrivately", { number: on === "line1" ? "1" : "2" })}
          </Button>
        )}
        <Button size="call" onClick={view.leave}>
          {t("leave")}
        </Button>
      </div>
    </div>
  );
}
