import { Lock } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";

import { findDialEnd } from "../../client/store/find-dial-end.ts";
import type { NoticeView } from "../../lib/notice-view.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DialLimit } from "../../ui/DialLimit.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { CallControls } from "./CallControls.tsx";
import { DeviceStatusLabel } from "./DeviceStatusLabel.tsx";
import { DirectCallLine } from "./DirectCallLine.tsx";
import { dropsAir } from "./drops-air.ts";
import { IdleLine } from "./IdleLine.tsx";
import { IncomingOffer, OfferBadge, OfferStrip } from "./IncomingOffer.tsx";
import { expectedTone } from "./line-tone.ts";
import type { LineCallView, LineView, OfferView } from "./line-view.ts";
import { LineBadge } from "./LineBadge.tsx";
import { LineNotice } from "./LineNotice.tsx";
import { LineQuality } from "./LineQuality.tsx";
import { PrizesButton } from "./PrizesButton.tsx";
import { RadioOn } from "./RadioOn.tsx";
import { TimeLeft } from "./TimeLeft.tsx";
import { TimelineButton } from "./TimelineButton.tsx";
import { type EndPress, useEndGuard } from "./use-end-guard.ts";
import { findEnd, useLineCommands, useSelectKeys } from "./use-line-commands.ts";
import { useMoveCommands } from "./use-move-commands.ts";
import { WonBefore } from "./WonBefore.tsx";

import styles from "./LineCard.module.css";

// A chunk of its own: of stations that record calls [SH17].
const RecordControl = lazy(async () => ({
  default: (await import("./RecordControl.tsx")).RecordControl,
}));

export interface LineCardProps {
  view: LineView;
  /** Opens the keypad of this line. */
  openKeypad: () => void;
  /** Opens the conference of this line, or whom to bring into one. */
  openConference: () => void;
  /** Everybody in the conference of this line. */
  members?: ReactNode;
  /** Makes the browser ask for the microphone, or looks again. */
  askMicrophone: (() => void) | null;
  dismiss: (notice: string) => void;
}

export function LineCard({
  view,
  openKeypad,
  openConference,
  members,
  askMicrophone,
  dismiss,
}: LineCardProps) {
  const t = useTranslations("lines");
  const { call, offer, number, selected } = view;
  const [giving, setGiving] = useState(false);
  const onAir = call !== null && dropsAir(call);
  const guard = useEndGuard({ end: findEnd(view), onAir, callId: guardedCall(view) });
  useLineCommands(view, guard);
  useMoveCommands(view, setGiving);
  const expected = call === null ? null : expectedTone(call);
  const isOffered = call === null && offer !== null;
  return (
    <section
      className={styles["card"]}
      data-region={view.line}
      aria-label={t(selected ? "selected" : "line", { number: String(number) })}
      data-selected={selected || undefined}
      data-tone={expected?.tone ?? (isOffered ? "offered" : undefined)}
      data-busy={call !== null || isOffered || undefined}
    >
      <LineTop view={view} />
      {call !== null ? (
        <>
          <CallerWords call={call} offer={offer} notice={view.notice} dismiss={dismiss} />
          {call.conference === null ? null : <div className={styles["members"]}>{members}</div>}
          <CallControls
            view={view}
            call={call}
            guard={guard}
            openKeypad={openKeypad}
            openConference={openConference}
            giving={giving}
            setGiving={setGiving}
          />
        </>
      ) : offer !== null && view.direct === null ? (
        <IncomingOffer offer={offer} />
      ) : (
        <RestingLine view={view} guard={guard} askMicrophone={askMicrophone} />
      )}
      {view.notice === null || call !== null ? null : (
        <div className={styles["idleNotice"]}>
          <LineNotice notice={view.notice} dismiss={dismiss} />
        </div>
      )}
    </section>
  );
}

/** A press on the locked call is none on the unlocked one. */
function guardedCall({ call, direct }: LineView): string | null {
  return call === null
    ? (direct?.call.id ?? null)
    : `${call.call.id}:${String(call.call.marks.locked)}`;
}

/** Which line it is, what its call and its device are doing, and how it sounds. */
function LineTop({ view }: { view: LineView }) {
  const t = useTranslations("lines");
  const { call, offer, number, selected } = view;
  const expected = call === null ? null : expectedTone(call);
  const selectKeys = useSelectKeys(number);
  return (
    <div className={styles["top"]}>
      <button
        type="button"
        className={styles["select"]}
        aria-pressed={selected}
        aria-label={t("select", { number: String(number) })}
        aria-keyshortcuts={selectKeys}
        onClick={view.select}
      >
        {t("line", { number: String(number) })}
      </button>
      {expected === null ? null : <LineBadge {...expected} call={call} number={number} />}
      {call === null && offer !== null ? <OfferBadge offer={offer} /> : null}
      {call?.call.marks.locked === true ? <LockSign /> : null}
      {call?.call.rehearsal === true ? (
        <strong className={styles["radio"]}>{t("rehearsal")}</strong>
      ) : null}
      {call?.bothLines === true ? (
        <strong className={styles["bothLines"]}>{t("bothLines")}</strong>
      ) : null}
      <RadioOn call={call} />
      <DeviceStatusLabel device={view.device} busy={call !== null} />
      <span className={styles["space"]} />
      {call === null ? null : <SingleLimit call={call} />}
      {call === null ? null : <LineQuality call={call} />}
      {call === null || call.state.status === "ended" ? null : (
        <>
          <Suspense>
            <RecordControl view={view} call={call.call} />
          </Suspense>
          <LevelMeters view={view} />
        </>
      )}
    </div>
  );
}

/** In a conference each member has a row, with the limit of their own call [OB51]. */
function SingleLimit({ call }: { call: LineCallView }) {
  return call.conference === null ? (
    <DialLimit endsAt={findDialEnd(call.call)} extend={call.extend} />
  ) : null;
}

function LockSign() {
  const t = useTranslations("lines");
  return (
    <span className={styles["lock"]} title={t("unlockHint")}>
      <Lock size={15} aria-hidden="true" />
      <VisuallyHidden>{t("locked")}</VisuallyHidden>
    </span>
  );
}

/** A line without a call of the station, on which the softphone itself may be called. */
function RestingLine({
  view,
  guard,
  askMicrophone,
}: Pick<LineCardProps, "view" | "askMicrophone"> & { guard: EndPress }) {
  return view.direct === null ? (
    <IdleLine view={view} askMicrophone={askMicrophone} />
  ) : (
    <>
      {view.offer === null ? null : <OfferStrip offer={view.offer} />}
      <DirectCallLine view={view} direct={view.direct} guard={guard} />
    </>
  );
}

/** Each level says whose it is. */
function LevelMeters({ view }: { view: LineView }) {
  const t = useTranslations("lines");
  return (
    <span className={styles["levels"]}>
      {(["caller", "microphone"] as const).map((whose) => (
        <span key={whose} className={styles["level"]}>
          {t(`levelOf.${whose}`)}
          <Meter readLevel={view.levels[whose]} wide />
        </span>
      ))}
    </span>
  );
}

interface CallerWordsProps {
  call: LineCallView;
  offer: OfferView | null;
  notice: NoticeView | null;
  dismiss: (notice: string) => void;
}

function CallerWords({ call, offer, notice, dismiss }: CallerWordsProps) {
  const t = useTranslations("lines");
  const { caller } = call.call;
  const name = caller.name ?? (caller.number === null ? t("privateCaller") : caller.numberDisplay);
  const people = call.conference?.people ?? 0;
  const words = call.conference === null ? name : t("people", { count: people });
  return (
    <div className={styles["who"]}>
      <h2 className={styles["name"]} title={words}>
        {words}
      </h2>
      {offer !== null ? (
        <div className={classNames(styles["facts"], styles["roomy"])}>
          <OfferStrip offer={offer} />
        </div>
      ) : notice === null ? (
        <CallerFacts call={call} />
      ) : (
        <div className={styles["facts"]}>
          <Interrupted call={call} />
          <LineNotice notice={notice} dismiss={dismiss} />
        </div>
      )}
      <CallTimes call={call} />
    </div>
  );
}

function CallerFacts({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  const { caller, description } = call.call;
  // In a conference each member has a row, with number and place.
  const isSingle = call.conference === null;
  return (
    <p className={styles["facts"]}>
      {call.endTalkback === null ? null : <strong>{t("privately")}</strong>}
      {isSingle ? <span className={styles["number"]}>{caller.numberDisplay}</span> : null}
      {isSingle && caller.location !== null ? <span>{caller.location}</span> : null}
      {isSingle ? <WonBefore win={call.call.win} /> : null}
      <Interrupted call={call} />
      {description === "" ? null : <span className={styles["point"]}>{description}</span>}
    </p>
  );
}

function Interrupted({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  return call.state.status === "reconnecting" ? (
    <span className={styles["interrupted"]}>
      {t("interrupted")}
      {call.retrySound === null ? null : (
        <Button className={styles["small"]} title={t("retrySoundHint")} onClick={call.retrySound}>
          {t("retrySound")}
        </Button>
      )}
    </span>
  ) : null;
}

/** The time in this state, and below it the talk time of the whole call [LN20]. */
function CallTimes({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  const { state } = call;
  const { answeredAt } = call.call;
  if (state.status === "ended") {
    return null;
  }
  if (state.status === "offered") {
    return (
      <div className={styles["times"]}>
        <TimeLeft until={state.until} />
      </div>
    );
  }
  return (
    <div className={styles["times"]}>
      <p className={styles["timer"]}>
        <PrizesButton call={call.call.id} />
        <TimelineButton call={call.call.id} />
        <Elapsed since={state.since} />
      </p>
      {answeredAt === null ? null : (
        <p className={styles["whole"]} title={t("wholeHint")}>
          {t("whole")} <Elapsed since={answeredAt} />
        </p>
      )}
    </div>
  );
}
