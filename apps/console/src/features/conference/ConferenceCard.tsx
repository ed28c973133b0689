import { Phone } from "lucide-react";
import { useTranslations } from "use-intl";

import { describeCaller } from "../../client/store/panel-caller.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { SuggestInput } from "../../ui/SuggestInput.tsx";
import { CandidateList } from "./CandidateList.tsx";
import { conferenceMessages } from "./conference-messages.ts";
import type { ConferenceView } from "./conference-view.ts";
import type { NumberDraft } from "./use-number-draft.ts";

import styles from "./Conference.module.css";

interface ConferenceCardProps {
  view: ConferenceView;
  draft: NumberDraft;
}

/** Brings callers and numbers into the conference; its members are on the card of the line. */
function Card({ view, draft }: ConferenceCardProps) {
  const t = useTranslations("conference");
  const { own, number, onAir } = view;
  if (view.status === "none" || own === null) {
    return <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>;
  }
  const isLive = view.status === "live";
  const people = t("people", { count: view.people });
  const isHeld = own.desk.status === "held";
  const way = onAir ? (isHeld ? "toLineHeld" : "toLineOnAir") : "toLine";
  const to = t(way, { number: String(number) });
  return (
    <div className={styles["panel"]} aria-busy={view.pending || undefined}>
      <LiveRegion words={isLive ? people : ""} />
      <p className={styles["to"]} data-air={onAir || undefined}>
        <strong>{isLive ? people : t("with", { name: describeCaller(own) })}</strong> {to}
      </p>
      <DialIn dialIn={view.dialIn} refused={view.refused} draft={draft} />
      <CandidateList candidates={view.candidates} onAir={onAir} />
    </div>
  );
}

type DialInProps = Pick<ConferenceView, "dialIn" | "refused"> & Pick<ConferenceCardProps, "draft">;

function DialIn({ dialIn, refused, draft }: DialInProps) {
  const t = useTranslations("conference");
  const number = draft.text.trim();
  if (dialIn === null) {
    return null;
  }
  return (
    <form
      className={styles["dialIn"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (number !== "") {
          dialIn(number);
          draft.type("");
        }
      }}
    >
      <SuggestInput
        className={styles["number"]}
        aria-label={t("number")}
        placeholder={t("number")}
        maxLength={40}
        value={draft.text}
        type={draft.type}
        suggestions={draft.offers}
        listLabel={t("contacts")}
      />
      <Button type="submit" icon={Phone}>
        {t("ring")}
      </Button>
      {refused === null ? null : (
        <p className={styles["refused"]} aria-live="polite">
          {refused}
        </p>
      )}
    </form>
  );
}

export const ConferenceCard = withWords(Card, { conference: conferenceMessages });
