import { useCallback } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { formatTimer } from "../../ui/time/time-formats.ts";
import { useFromNow } from "../../ui/time/TimeProvider.tsx";
import { chooseLimitWarning } from "./choose-limit-warning.ts";
import type { LineCallView } from "./line-view.ts";

import styles from "./LineCard.module.css";

/** Warns that a dialled call ends soon, and gives it more time [OB22]. */
export function DialLimit({ call }: { call: LineCallView }) {
  const endsAt = call.call.dial?.endsAt ?? null;
  return endsAt === null || call.state.status === "ended" ? null : (
    <LimitWarning endsAt={Date.parse(endsAt)} extend={call.extend} />
  );
}

function LimitWarning({ endsAt, extend }: { endsAt: number; extend: LineCallView["extend"] }) {
  const t = useTranslations("lines.limit");
  const readWarning = useCallback((now: number) => chooseLimitWarning(endsAt - now), [endsAt]);
  const warning = useFromNow(readWarning);
  return (
    <>
      <LiveRegion words={warning === "none" ? "" : t(warning)} />
      {warning === "none" ? null : (
        <strong className={styles["limit"]} data-warning={warning}>
          {t("ends")} <Left endsAt={endsAt} />
        </strong>
      )}
      {warning === "none" || extend === null ? null : (
        <Button className={styles["small"]} onClick={extend}>
          {t("extend")}
        </Button>
      )}
    </>
  );
}

function Left({ endsAt }: { endsAt: number }) {
  const read = useCallback(
    (now: number) => formatTimer(Math.max(0, Math.round((endsAt - now) / 1_000))),
    [endsAt],
  );
  return <>{useFromNow(read)}</>;
}
