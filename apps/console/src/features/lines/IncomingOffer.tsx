import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { findKey } from "../../client/actions/desk-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { OFFER_SECONDS, useOfferSeconds } from "../../ui/time/TimeProvider.tsx";
import type { OfferView } from "./line-view.ts";

import cardStyles from "./LineCard.module.css";
import controlStyles from "./LineControls.module.css";
import styles from "./Offers.module.css";

const LazyMarks = lazy(async () => {
  const loaded = await import("./OfferMarks.tsx");
  return { default: loaded.OfferMarks };
});

const TAKE = toShortcut(findKey("take_offered"));
const GIVE_BACK = toShortcut(findKey("give_back"));

export function OfferBadge({ offer }: { offer: OfferView }) {
  const t = useTranslations("state");
  return <StateBadge filled tone="offered" words={t("offered_by", { name: offer.from })} />;
}

export function IncomingOffer({ offer }: { offer: OfferView }) {
  const t = useTranslations("lines");
  const { caller, description } = offer.call;
  return (
    <>
      <div className={cardStyles["who"]}>
        <h2 className={cardStyles["name"]}>{caller.name ?? caller.numberDisplay}</h2>
        <p className={cardStyles["facts"]}>
          <span className={cardStyles["number"]}>{caller.numberDisplay}</span>
          {caller.location === null ? null : <span>{caller.location}</span>}
          {description === "" ? null : <span className={cardStyles["point"]}>{description}</span>}
        </p>
        <span className={styles["left"]}>
          <TimeLeft until={offer.until} />
        </span>
      </div>
      <div className={controlStyles["controls"]}>
        <OfferButtons offer={offer} />
        <OfferMarks call={offer.call} />
        <span className={styles["music"]}>{t("callerHearsMusic")}</span>
      </div>
    </>
  );
}

function OfferMarks(props: { call: Call; isShort?: boolean }) {
  return (
    <div className={styles["marks"]}>
      <Suspense fallback={null}>
        <LazyMarks {...props} />
      </Suspense>
    </div>
  );
}

/** Returns the words of the button, which say "to air" if the line feeds the air. */
function useTakeWords({ toAir }: OfferView): string {
  const action = useTranslations("deskActions")("take_offered.name");
  const queue = useTranslations("queue");
  return toAir ? queue("toAirName", { action }) : action;
}

function OfferButtons({ offer }: { offer: OfferView }) {
  const t = useTranslations("lines");
  const take = useTakeWords(offer);
  return (
    <>
      <Button
        look="primary"
        size="call"
        data-to-air={offer.toAir || undefined}
        shortcut={TAKE}
        onClick={offer.take}
      >
        {take}
      </Button>
      <Button size="call" shortcut={GIVE_BACK} onClick={offer.decline}>
        {t("giveBack", { name: offer.from })}
      </Button>
    </>
  );
}

export function OfferStrip({ offer }: { offer: OfferView }) {
  const t = useTranslations("lines");
  const take = useTakeWords(offer);
  const { caller } = offer.call;
  return (
    <div className={styles["strip"]}>
      <strong className={styles["stripWords"]}>
        {t("offerBeside", { name: offer.from, caller: caller.name ?? caller.numberDisplay })}
      </strong>
      <OfferMarks call={offer.call} isShort />
      <TimeLeft until={offer.until} />
      <Button
        className={cardStyles["small"]}
        data-to-air={offer.toAir || undefined}
        shortcut={TAKE}
        onClick={offer.take}
      >
        {take}
      </Button>
      <Button className={cardStyles["small"]} shortcut={GIVE_BACK} onClick={offer.decline}>
        {t("giveBack", { name: offer.from })}
      </Button>
    </div>
  );
}

/**
 * Shows the time left to take an offer, "14 s", and a bar that shrinks along the edge of the card.
 */
export function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("lines");
  const seconds = useOfferSeconds(until);
  return (
    <>
      <span className={styles["seconds"]}>{t("seconds", { seconds: String(seconds) })}</span>
      <span
        className={styles["time"]}
        style={{ transform: `scaleX(${seconds / OFFER_SECONDS})` }}
        aria-hidden="true"
      />
    </>
  );
}
