import { useTranslations } from "use-intl";

import { SpokenLimit, DialLimit, useLimitWarning } from "../../ui/DialLimit.tsx";
import type { DialLimitsView, DialLimitView } from "./use-dial-limits.ts";

import styles from "./HeldLimits.module.css";

export function LimitAnnouncer({ limits: { onLines, held } }: { limits: DialLimitsView }) {
  // A screen reader announces a moved element as new. In the order by id, no element moves when a
  // call is held or resumed.
  const limits = [...onLines, ...held].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return limits.map(({ id, name, endsAt }) => <SpokenLimit key={id} name={name} endsAt={endsAt} />);
}

export function HeldLimits({ limits }: { limits: DialLimitsView["held"] }) {
  return limits.map((limit) => <HeldLimit key={limit.id} limit={limit} />);
}

function HeldLimit({ limit: { name, endsAt, extend } }: { limit: DialLimitView }) {
  const t = useTranslations("dialLimit");
  // The timer is not a live region, unlike the log around it, because it changes each second.
  return useLimitWarning(endsAt) === "none" ? null : (
    <div className={styles["notice"]} aria-live="off">
      <span className={styles["words"]} title={name}>
        {t("held", { name })}
      </span>
      <DialLimit endsAt={endsAt} extend={extend} name={name} />
    </div>
  );
}
