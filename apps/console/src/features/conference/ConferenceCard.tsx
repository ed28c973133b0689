import { Mic, MicOff, Play, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { PauseBars } from "../../ui/PauseBars.tsx";
import { CallIn, type CallInView } from "./CallIn.tsx";
import type { CandidateView, ConferenceView, MemberView } from "./conference-view.ts";

import styles from "./Conference.module.css";

function nameOf({ caller }: Call): string {
  return caller.name ?? caller.numberDisplay;
}

interface ConferenceCardProps {
  view: ConferenceView;
  callIn?: CallInView | null;
}

/** Who is in the conference and who could be, and what becomes of all of them [AC8]. */
export function ConferenceCard({ view, callIn = null }: ConferenceCardProps) {
  const t = useTranslations("conference");
  if (view.status === "none" || view.own === null) {
    return <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>;
  }
  const isLive = view.status === "live";
  const people = t("people", { count: view.members.length });
  return (
    <div className={styles["panel"]} aria-busy={view.pending || undefined}>
      <LiveRegion words={isLive ? people : ""} />
      <p className={styles["head"]}>{isLive ? people : t("with", { name: nameOf(view.own) })}</p>
      {view.onAir ? <p>{t("onAir")}</p> : null}
      {isLive ? (
        <ul className={styles["list"]} aria-label={t("members")}>
          {view.members.map((member) => (
            <Member key={member.call.id} member={member} />
          ))}
        </ul>
      ) : null}
      {isLive ? <Foot view={view} /> : null}
      {isLive && callIn !== null ? <CallIn view={callIn} /> : null}
      <Candidates candidates={view.candidates} />
    </div>
  );
}

function Member({ member }: { member: MemberView }) {
  const t = useTranslations("conference");
  const { call, status, toggleMute, toggleHold, remove } = member;
  const name = nameOf(call);
  const isMuted = call.conference?.muted === true;
  const isHeld = call.conference?.onHold === true;
  return (
    <li className={styles["row"]}>
      <span className={styles["who"]}>
        <span className={styles["name"]} title={name}>
          {name}
        </span>
        <span className={styles["muted"]}>{t(`status.${status}`)}</span>
      </span>
      {toggleMute === null ? null : (
        <Button
          size="row"
          icon={isMuted ? MicOff : Mic}
          aria-pressed={isMuted}
          aria-label={t("muteLabel", { name })}
          onClick={toggleMute}
        >
          {t(isMuted ? "muted" : "mute")}
        </Button>
      )}
      {toggleHold === null ? null : (
        <Button
          size="row"
          icon={isHeld ? Play : PauseBars}
          aria-label={t(isHeld ? "resumeLabel" : "holdLabel", { name })}
          onClick={toggleHold}
        >
          {t(isHeld ? "resume" : "hold")}
        </Button>
      )}
      <Button
        size="row"
        look="quiet"
        icon={X}
        aria-label={t("removeLabel", { name })}
        title={t("removeLabel", { name })}
        onClick={remove}
      />
    </li>
  );
}

function Foot({ view }: { view: ConferenceView }) {
  const t = useTranslations("conference");
  const { hold, leave, end } = view;
  return (
    <div className={styles["foot"]}>
      {hold === null ? null : (
        <Button icon={hold.kind === "holdAll" ? PauseBars : Play} onClick={hold.run}>
          {t(hold.kind)}
        </Button>
      )}
      {leave === null ? null : <Button onClick={leave}>{t("leave")}</Button>}
      {end === null ? null : <EndForAll end={end} />}
    </div>
  );
}

/** What hangs everybody up takes a second press; it is forgotten when the focus goes. */
function EndForAll({ end }: { end: NonNullable<ConferenceView["end"]> }) {
  const t = useTranslations("conference");
  const [isArmed, arm] = useState(false);
  const isLast = end.kind === "HOLD" || isArmed;
  return (
    <Button
      look={end.kind === "END" ? "danger" : "plain"}
      onClick={isLast ? end.run : () => arm(true)}
      onBlur={() => arm(false)}
    >
      {t(isArmed ? "again" : `end.${end.kind}`)}
    </Button>
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
      <h3 className={styles["head"]}>{t("bringIn")}</h3>
      <ul className={styles["list"]} aria-label={t("bringIn")}>
        {candidates.slice(0, MOST_CANDIDATES).map(({ call, add }) => (
          <li key={call.id} className={styles["row"]}>
            <span className={styles["who"]}>
              <span className={styles["name"]}>{nameOf(call)}</span>
              <span className={styles["muted"]}>{call.description}</span>
            </span>
            <Button
              size="row"
              icon={Plus}
              aria-label={t("addLabel", { name: nameOf(call) })}
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
