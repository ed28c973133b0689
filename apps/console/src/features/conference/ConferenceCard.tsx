import { Phone, Play, Plus } from "lucide-react";
import type { ComponentType } from "react";
import { useTranslations } from "use-intl";

import { describeCaller } from "../../client/store/panel-caller.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { PauseBars } from "../../ui/StateBadge.tsx";
import { SuggestInput } from "../../ui/SuggestInput.tsx";
import type { CandidateView, ConferenceEndProps, ConferenceView } from "./conference-view.ts";
import { MemberRow } from "./MemberRow.tsx";
import type { NumberDraft } from "./use-number-draft.ts";

import styles from "./Conference.module.css";

interface ConferenceCardProps {
  view: ConferenceView;
  draft: NumberDraft;
  End: ComponentType<ConferenceEndProps>;
}

export function ConferenceCard({ view, draft, End }: ConferenceCardProps) {
  const t = useTranslations("conference");
  if (view.status === "none" || view.own === null) {
    return <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>;
  }
  const isLive = view.status === "live";
  const people = t("people", { count: view.members.length });
  return (
    <div className={styles["panel"]} aria-busy={view.pending || undefined}>
      <LiveRegion words={isLive ? people : ""} />
      <p className={styles["head"]}>
        {isLive ? people : t("with", { name: describeCaller(view.own) })}
      </p>
      {view.onAir ? <p>{t("onAir")}</p> : null}
      {isLive ? (
        <ul className={styles["list"]} aria-label={t("members")}>
          {view.members.map((member) => (
            <MemberRow key={member.call.id} member={member} />
          ))}
        </ul>
      ) : null}
      {isLive ? <Foot view={view} End={End} /> : null}
      <DialIn dialIn={view.dialIn} refused={view.refused} draft={draft} />
      <Candidates candidates={view.candidates} />
    </div>
  );
}

function Foot({ view, End }: Pick<ConferenceCardProps, "view" | "End">) {
  const t = useTranslations("conference");
  const { hold, leave, end, onAir, pending } = view;
  const conference = view.own?.conference?.id ?? "";
  return (
    <div className={styles["foot"]}>
      {hold === null ? null : (
        <Button icon={hold.kind === "holdAll" ? PauseBars : Play} onClick={hold.run}>
          {t(hold.kind)}
        </Button>
      )}
      {leave === null ? null : <Button onClick={leave}>{t("leave")}</Button>}
      {end === null ? null : <End {...{ conference, end, onAir, pending }} />}
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

const MOST_CANDIDATES = 30;

function Candidates({ candidates }: { candidates: readonly CandidateView[] }) {
  const t = useTranslations("conference");
  if (candidates.length === 0) {
    return <p className={styles["muted"]}>{t("nobody")}</p>;
  }
  return (
    <>
      <h3 className={styles["head"]}>{t("addToConference")}</h3>
      <ul className={styles["list"]} aria-label={t("addToConference")}>
        {candidates.slice(0, MOST_CANDIDATES).map(({ call, add }) => (
          <li key={call.id} className={styles["row"]}>
            <span className={styles["who"]}>
              <span className={styles["name"]}>{describeCaller(call)}</span>
              <span className={styles["muted"]}>{call.description}</span>
            </span>
            <Button
              size="row"
              icon={Plus}
              aria-label={t("addLabel", { name: describeCaller(call) })}
              onClick={add}
            >
              {t("add")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
