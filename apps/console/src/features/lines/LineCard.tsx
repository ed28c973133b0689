import { useTranslations } from "use-intl";

import type { DisplayState } from "../../lib/display-state.ts";
import type { NoticeView } from "../../lib/notice-view.ts";
import { Meter } from "../../ui/Meter.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { CallControls } from "./CallControls.tsx";
import { DeviceStatusLabel } from "./DeviceStatusLabel.tsx";
import { DirectCallLine } from "./DirectCallLine.tsx";
import { IdleLine } from "./IdleLine.tsx";
import { expectedTone } from "./line-tone.ts";
import type { LineCallView, LineView } from "./line-view.ts";
import { LineNotice } from "./LineNotice.tsx";
import { LineQuality } from "./LineQuality.tsx";
import { useEndGuard } from "./use-end-guard.ts";
import { useLineCommands } from "./use-line-commands.ts";

import styles from "./LineCard.module.css";

export interface LineCardProps {
  view: LineView;
  /** Opens the keypad of this line. */
  openKeypad: () => void;
  /** Makes the browser ask for the microphone, or looks again. */
  askMicrophone: (() => void) | null;
  dismiss: (notice: string) => void;
}

export function LineCard({ view, openKeypad, askMicrophone, dismiss }: LineCardProps) {
  const t = useTranslations("lines");
  const { call, number, selected } = view;
  const onAir = call?.state.status === "on_air";
  const guard = useEndGuard({ end: call?.hangUp ?? null, onAir, callId: call?.call.id ?? null });
  useLineCommands(view, guard);
  const expected = call === null ? null : expectedTone(call);
  return (
    <section
      className={styles["card"]}
      data-region={view.line}
      aria-label={t(selected ? "selected" : "line", { number: String(number) })}
      data-selected={selected || undefined}
      data-tone={expected?.tone}
    >
      <div className={styles["top"]}>
        <button
          type="button"
          className={styles["select"]}
          aria-pressed={selected}
          aria-label={t("select", { number: String(number) })}
          aria-keyshortcuts={`Alt+${number} ${number}`}
          onClick={view.select}
        >
          {t("line", { number: String(number) })}
        </button>
        {expected === null ? null : <LineBadge {...expected} call={call} number={number} />}
        {call?.bothLines === true ? (
          <strong className={styles["bothLines"]}>{t("bothLines")}</strong>
        ) : null}
        <DeviceStatusLabel device={view.device} busy={call !== null} />
        <span className={styles["space"]} />
        {call === null ? null : <LineQuality call={call} />}
        {call === null || call.state.status === "ended" ? null : <LevelMeters view={view} />}
      </div>
      {call === null ? (
        <RestingLine view={view} askMicrophone={askMicrophone} />
      ) : (
        <>
          <CallerWords call={call} notice={view.notice} dismiss={dismiss} />
          <CallControls view={view} call={call} guard={guard} openKeypad={openKeypad} />
        </>
      )}
      {view.notice === null || call !== null ? null : (
        <div className={styles["idleNotice"]}>
          <LineNotice notice={view.notice} dismiss={dismiss} />
        </div>
      )}
    </section>
  );
}

/** A line without a call of the station, on which the softphone itself may be called. */
function RestingLine({ view, askMicrophone }: Pick<LineCardProps, "view" | "askMicrophone">) {
  return view.direct === null ? (
    <IdleLine view={view} askMicrophone={askMicrophone} />
  ) : (
    <DirectCallLine direct={view.direct} number={view.number} />
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

interface LineBadgeProps {
  tone: DisplayState;
  confirmed: boolean;
  call: LineCallView | null;
  number: 1 | 2;
}

function LineBadge({ tone, confirmed, call, number }: LineBadgeProps) {
  const t = useTranslations("state");
  const status = call?.state.status;
  const words =
    status === "connecting" || status === "reconnecting"
      ? t(status)
      : t(tone, { line: String(number) });
  return <StateBadge filled tone={tone} words={confirmed ? words : `${words}…`} />;
}

interface CallerWordsProps {
  call: LineCallView;
  notice: NoticeView | null;
  dismiss: (notice: string) => void;
}

function CallerWords({ call, notice, dismiss }: CallerWordsProps) {
  const t = useTranslations("lines");
  const { caller } = call.call;
  return (
    <div className={styles["who"]}>
      <h2 className={styles["name"]} title={caller.name ?? caller.numberDisplay}>
        {caller.name ?? (caller.number === null ? t("privateCaller") : caller.numberDisplay)}
      </h2>
      {notice === null ? (
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
  const { caller, description } = call.call;
  return (
    <p className={styles["facts"]}>
      <span className={styles["number"]}>{caller.numberDisplay}</span>
      {caller.location === null ? null : <span>{caller.location}</span>}
      <Interrupted call={call} />
      {description === "" ? null : <span className={styles["point"]}>{description}</span>}
    </p>
  );
}

function Interrupted({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  return call.state.status === "reconnecting" ? (
    <span className={styles["interrupted"]}>{t("interrupted")}</span>
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
  return (
    <div className={styles["times"]}>
      <p className={styles["timer"]}>
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
