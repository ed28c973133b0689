import { Lock, Radio } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { findDialEnd } from "../../client/store/select-own-dials.ts";
import type { DisplayState } from "../../lib/display-state.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { StateBadge, OnAirLamp } from "../../ui/StateBadge.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { Besides } from "./Besides.tsx";
import { DeviceStatusLabel } from "./DeviceStatusLabel.tsx";
import { OfferBadge } from "./IncomingOffer.tsx";
import { expectedTone } from "./line-tone.ts";
import type { LineCallView, LineView } from "./line-view.ts";
import { hasAside, LineAside, type LineAsideProps } from "./LineAside.tsx";
import { useSelectKeys } from "./use-line-commands.ts";

import styles from "./LineCard.module.css";

const DialLimit = lazy(async () => ({
  default: (await import("../../ui/DialLimit.tsx")).DialLimit,
}));

const LineQuality = lazy(async () => ({
  default: (await import("./LineQuality.tsx")).LineQuality,
}));

const RecordControl = lazy(async () => ({
  default: (await import("./RecordControl.tsx")).RecordControl,
}));

export function LineTop({ view, dismiss }: LineAsideProps) {
  const t = useTranslations("lines");
  const { call, offer, number, selected } = view;
  const expected = call === null ? null : expectedTone(call);
  const selectKeys = useSelectKeys(number);
  const isBeside = hasAside(view);
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
      <Besides besides={call?.besides ?? (offer?.toAir === true ? "toAir" : null)} />
      <RadioOn call={call} />
      {isBeside ? (
        <LineAside view={view} dismiss={dismiss} />
      ) : (
        <>
          <DeviceStatusLabel device={view.device} busy={call !== null} />
          <span className={styles["space"]} />
        </>
      )}
      {call === null ? null : <Measurements view={view} call={call} isShort={isBeside} />}
    </div>
  );
}

interface MeasurementsProps {
  view: LineView;
  call: LineCallView;
  isShort: boolean;
}

/**
 * Always shows the time limit and the recording. Shows quality and levels while there is room for
 * them.
 */
function Measurements({ view, call, isShort }: MeasurementsProps) {
  const isOver = call.state.status === "ended";
  return (
    <>
      <SingleLimit call={call} />
      {isShort ? null : (
        <Suspense>
          <LineQuality call={call} />
        </Suspense>
      )}
      {isOver ? null : (
        <Suspense>
          <RecordControl view={view} call={call.call} />
        </Suspense>
      )}
      {isOver || isShort ? null : <LevelMeters view={view} />}
    </>
  );
}

function SingleLimit({ call }: { call: LineCallView }) {
  const endsAt = call.conference === null ? findDialEnd(call.call) : null;
  return endsAt === null ? null : (
    <Suspense>
      <DialLimit endsAt={endsAt} extend={call.extend} />
    </Suspense>
  );
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

function RadioOn({ call }: { call: LineCallView | null }) {
  const t = useTranslations("lines");
  const isOn = call !== null && call.state.status !== "ended" && call.call.programmeAudible;
  const { name, numberDisplay } = call?.call.caller ?? { name: null, numberDisplay: "" };
  return (
    <>
      {isOn ? (
        <strong className={styles["radio"]} title={t("radioOnHint")}>
          <Radio size={15} aria-hidden="true" />
          {t("radioOn")}
        </strong>
      ) : null}
      <LiveRegion words={isOn ? t("radioOnSaid", { name: name ?? numberDisplay }) : ""} />
    </>
  );
}

interface LineBadgeProps {
  tone: DisplayState;
  confirmed: boolean;
  call: LineCallView | null;
  number: 1 | 2;
}

/** Shows the state of the line's call, with dots until the server has confirmed it. */
function LineBadge({ tone, confirmed, call, number }: LineBadgeProps) {
  const t = useTranslations("state");
  const status = call?.state.status;
  const words =
    status === "connecting" || status === "reconnecting" || status === "dialling"
      ? t(status)
      : call?.state.status === "offered"
        ? t("offered_to", { name: call.state.to })
        : t(tone, { line: String(number) });
  if (tone === "on_air") {
    return <OnAirSign words={words} />;
  }
  return <StateBadge filled tone={tone} words={confirmed ? words : `${words}…`} />;
}

/** This sign is larger than the sign of any other state, because the public hears this line. */
function OnAirSign({ words }: { words: string }) {
  return (
    <span className={styles["onAir"]} data-tone="on_air" data-lamp="">
      <OnAirLamp size={20} />
      {words}
    </span>
  );
}
