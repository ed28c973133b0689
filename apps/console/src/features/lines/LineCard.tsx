import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";

import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { CallControls } from "./CallControls.tsx";
import { type EndPress, useEndGuard } from "./EndButton.tsx";
import { IdleLine } from "./IdleLine.tsx";
import { IncomingOffer, TimeLeft } from "./IncomingOffer.tsx";
import { expectedTone, isLineOnAir } from "./line-tone.ts";
import type { LineCallView, LineView } from "./line-view.ts";
import { hasAside } from "./LineAside.tsx";
import { LineNotice } from "./LineNotice.tsx";
import { LineTop } from "./LineTop.tsx";
import { PrizesButton } from "./PrizesButton.tsx";
import { TimelineButton } from "./TimelineButton.tsx";
import { findEnd, useLineCommands } from "./use-line-commands.ts";
import { useMoveCommands } from "./use-move-commands.ts";
import { WonBefore } from "./WonBefore.tsx";

import styles from "./LineCard.module.css";

const DirectCallLine = lazy(async () => ({
  default: (await import("./DirectCallLine.tsx")).DirectCallLine,
}));

export interface LineCardProps {
  view: LineView;
  openKeypad: () => void;
  openConference: () => void;
  members?: ReactNode;
  askMicrophone: (() => void) | null;
  dismiss: (notice: string) => void;
  /** Shows the caller whom a failure cut off on this idle line, otherwise the idle line. */
  wrapIdle?: ((idle: ReactNode) => ReactNode) | null;
}

export function LineCard({
  view,
  openKeypad,
  openConference,
  members,
  askMicrophone,
  dismiss,
  wrapIdle = null,
}: LineCardProps) {
  const t = useTranslations("lines");
  const { call, offer, number, selected } = view;
  const [giving, setGiving] = useState(false);
  const onAir = call !== null && isLineOnAir(call);
  const guard = useEndGuard({ end: findEnd(view), onAir, callId: guardedCall(view) });
  useLineCommands(view, guard);
  useMoveCommands(view, setGiving);
  const expected = call === null ? null : expectedTone(call);
  const isOffered = call === null && offer !== null;
  const goesToAir = view.free === "toAir" && !isOffered;
  return (
    <section
      className={styles["card"]}
      data-region={view.line}
      aria-label={t(selected ? "selected" : "line", { number: String(number) })}
      data-selected={selected || undefined}
      data-tone={expected?.tone ?? (isOffered ? "offered" : undefined)}
      data-busy={call !== null || isOffered || view.direct !== null || goesToAir || undefined}
      data-to-air={goesToAir || undefined}
      data-conference={(call?.conference ?? null) !== null || undefined}
    >
      <LineTop view={view} dismiss={dismiss} />
      {call !== null ? (
        <>
          <CallerWords call={call} />
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
        <RestingLine {...{ view, guard, askMicrophone, wrapIdle }} />
      )}
      {view.notice === null || hasAside(view) ? null : (
        <div className={styles["idleNotice"]}>
          <LineNotice notice={view.notice} dismiss={dismiss} />
        </div>
      )}
    </section>
  );
}

/**
 * Returns an id that changes when the call is unlocked, so that a press while the call was locked
 * does not count.
 */
function guardedCall({ call, direct }: LineView): string | null {
  return call === null
    ? (direct?.call.id ?? null)
    : `${call.call.id}:${String(call.call.marks.locked)}`;
}

function RestingLine({
  view,
  guard,
  askMicrophone,
  wrapIdle,
}: Pick<LineCardProps, "view" | "askMicrophone" | "wrapIdle"> & { guard: EndPress }) {
  if (view.direct === null) {
    const idle = <IdleLine view={view} askMicrophone={askMicrophone} />;
    return wrapIdle ? wrapIdle(idle) : idle;
  }
  return (
    <Suspense>
      <DirectCallLine view={view} direct={view.direct} guard={guard} />
    </Suspense>
  );
}

function CallerWords({ call }: { call: LineCallView }) {
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
      <CallerFacts call={call} />
      <CallTimes call={call} />
    </div>
  );
}

function CallerFacts({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  const { caller, description } = call.call;
  // In a conference the list of members has these facts.
  const isSingle = call.conference === null;
  return (
    <p className={styles["facts"]}>
      {call.endTalkback === null ? null : <strong>{t("privately")}</strong>}
      {isSingle ? <span className={styles["number"]}>{caller.numberDisplay}</span> : null}
      {isSingle && caller.location !== null ? <span>{caller.location}</span> : null}
      {isSingle ? <WonBefore win={call.call.win} /> : null}
      {description === "" ? null : <span className={styles["point"]}>{description}</span>}
    </p>
  );
}

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
        {call.conference === null ? (
          <>
            <PrizesButton call={call.call.id} />
            <TimelineButton call={call.call.id} />
          </>
        ) : null}
        <span>
          <Elapsed since={state.since} />
        </span>
      </p>
      {answeredAt === null ? null : (
        <p className={styles["whole"]} title={t("wholeHint")}>
          {t("whole")} <Elapsed since={answeredAt} />
        </p>
      )}
    </div>
  );
}
