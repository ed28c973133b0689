import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { OfferStrip } from "./IncomingOffer.tsx";
import type { LineCallView, LineView } from "./line-view.ts";
import { LineNotice } from "./LineNotice.tsx";

import styles from "./LineCard.module.css";

export interface LineAsideProps {
  view: LineView;
  dismiss: (notice: string) => void;
}

/** Returns true while an offer, a notice or an interruption replaces the measurements in the head. */
export function hasAside({ call, offer, direct, notice }: LineView): boolean {
  const isTaken = call !== null || direct !== null;
  return (
    (isTaken && offer !== null) ||
    ((isTaken || offer !== null) && notice !== null) ||
    call?.state.status === "reconnecting"
  );
}

/** Shows offer and notice in the card's head, so that number, place and point stay readable. */
export function LineAside({ view, dismiss }: LineAsideProps) {
  const { call, offer, direct, notice } = view;
  return (
    <div className={styles["aside"]}>
      {offer === null || (call === null && direct === null) ? (
        <>
          {call === null ? null : <Interrupted call={call} />}
          {notice === null ? null : <LineNotice notice={notice} dismiss={dismiss} />}
        </>
      ) : (
        <OfferStrip offer={offer} />
      )}
    </div>
  );
}

function Interrupted({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  return call.state.status === "reconnecting" ? (
    <span className={styles["interrupted"]}>
      {t("interrupted")}
      <Button className={styles["small"]} title={t("retrySoundHint")} onClick={call.retrySound}>
        {t("retrySound")}
      </Button>
    </span>
  ) : null;
}
