import { useCallback } from "react";
import { useTranslations } from "use-intl";

import { Button, type ButtonProps } from "./Button.tsx";
import { chooseLimitWarning, type LimitWarning } from "./choose-limit-warning.ts";
import { LiveRegion } from "./LiveRegion.tsx";
import { formatTimer } from "./time/time-formats.ts";
import { useFromNow } from "./time/TimeProvider.tsx";

import styles from "./DialLimit.module.css";

interface DialLimitProps {
  /**
   * The time at which the dialled call ends by its time limit; `null` when it is unknown or past.
   */
  endsAt: string | null;
  extend: (() => void) | null;
  name?: string;
  /** The icon that replaces the words of the button if they have no room. */
  icon?: ButtonProps["icon"];
}

export function DialLimit({ endsAt, ...rest }: DialLimitProps) {
  return endsAt === null ? null : <LimitWarning endsAt={endsAt} {...rest} />;
}

export function useLimitWarning(endsAt: string): LimitWarning {
  const read = useCallback((now: number) => chooseLimitWarning(Date.parse(endsAt) - now), [endsAt]);
  return useFromNow(read);
}

function LimitWarning({ endsAt, extend, name, icon }: DialLimitProps & { endsAt: string }) {
  const t = useTranslations("dialLimit");
  const warning = useLimitWarning(endsAt);
  return warning === "none" ? null : (
    <span className={styles["limit"]} data-warning={warning}>
      <strong>
        {t("ends")} <Left endsAt={endsAt} />
      </strong>
      {extend === null ? null : (
        <Button
          className={styles["more"]}
          aria-label={name === undefined ? undefined : t("extendName", { name })}
          onClick={extend}
          {...(icon === undefined ? { children: t("extend") } : { icon, title: t("extend") })}
        />
      )}
    </span>
  );
}

function Left({ endsAt }: { endsAt: string }) {
  const read = useCallback(
    (now: number) => formatTimer(Math.max(0, Math.round((Date.parse(endsAt) - now) / 1_000))),
    [endsAt],
  );
  return <>{useFromNow(read)}</>;
}

export function SpokenLimit({ endsAt, name }: { endsAt: string; name: string }) {
  const t = useTranslations("dialLimit");
  const warning = useLimitWarning(endsAt);
  return <LiveRegion words={warning === "none" ? "" : t(warning, { name })} />;
}
