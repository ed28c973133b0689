import { useTranslations } from "use-intl";

import { DialLimit, useLimitWarning } from "../../ui/DialLimit.tsx";
import type { DialLimitsView, DialLimitView } from "./dial-view.ts";

import styles from "./HeldLimits.module.css";

export function HeldLimits({ limits }: { limits: DialLimitsView["held"] }) {
  return limits.map((limit) => <HeldLimit key={limit.id} limit={limit} />);
}

function HeldLimit({ limit: { name, endsAt, extend } }: { limit: DialLimitView }) {
  const t = useTranslations("dialLimit");
  // Not live, as the log around it is: the time runs.
  return useLimitWarning(endsAt) === "none" ? null : (
    <div className={styles["notice"]} aria-live="off">
      <span className={styles["words"]} title={name}>
        {t("held", { name })}
      </span>
      <DialLimit endsAt={endsAt} extend={extend} name={name} />
    </div>
  );
}
