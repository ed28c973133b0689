import { Check, Play, Radio, RotateCw, Square, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { useFormatter, useTranslations } from "use-intl";

import type { SoundReport, SoundUse } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { usePreview } from "../../../ui/use-preview.ts";
import { readWave } from "./read-wave.ts";
import type { StationSoundView } from "./use-station-sound.ts";
import { writeDuration } from "./write-duration.ts";

import styles from "./Sounds.module.css";

interface SoundPlayerProps {
  label: string;
  value: string;
  view: StationSoundView;
}

/** Plays the beginning of the sound. A sound that is not measured yet is checked first. */
export function SoundPlayer({ label, value, view }: SoundPlayerProps) {
  const t = useTranslations("sounds");
  const { playing, play, stop } = usePreview();
  const preview = view.report?.preview ?? null;
  const address = value.trim();
  const act = preview === null && address !== "" ? "check" : playing ? "stop" : "play";
  const icons = { check: RotateCw, stop: Square, play: Play };
  function press(): void {
    if (preview === null) {
      view.check(address);
    } else if (playing) {
      stop();
    } else {
      play(preview);
    }
  }
  return (
    <Button
      size="call"
      icon={icons[act]}
      className={styles["player"]}
      pending={view.pending}
      disabledReason={address === "" ? t("nothing") : null}
      aria-label={t(`${act}Of`, { name: label })}
      title={t(`${act}Of`, { name: label })}
      onClick={press}
    />
  );
}

/** The loudness at which callers hear every sound, whatever the loudness of its file [XM50]. */
const PLAYED_LUFS = -20;
/** The ear hardly notices a smaller correction. */
const SMALL_DB = 6;

interface SoundFactsProps {
  use: SoundUse;
  report: SoundReport | null;
}

/** Shows the wave of the beginning, the length and the loudness. */
export function SoundFacts({ use, report }: SoundFactsProps) {
  const t = useTranslations("sounds");
  if (report === null || report.kind === null) {
    return <span className={styles["facts"]} />;
  }
  const { kind, durationS, preview, problem, lufs } = report;
  return (
    <span className={styles["facts"]}>
      {kind === "stream" ? (
        <span className={styles["live"]} data-heard={lufs !== null || undefined}>
          <Radio size={16} aria-hidden="true" />
          {t(lufs === null ? "quietNow" : "heardNow")}
        </span>
      ) : (
        <Wave preview={preview ?? ""} />
      )}
      <strong className={styles["length"]}>
        {kind === "stream" ? t("live") : writeDuration(durationS ?? 0)}
      </strong>
      <Loudness report={report} isLive={use === "programme"} isRefused={problem !== null} />
    </span>
  );
}

const PARTS = 44;

function Wave({ preview }: { preview: string }) {
  const wave = useMemo(() => readWave(preview, PARTS), [preview]);
  return (
    <svg className={styles["wave"]} viewBox={`0 0 ${PARTS * 5} 24`} aria-hidden="true">
      {wave.map((peak, at) => {
        const height = Math.max(2, Math.sqrt(peak) * 24);
        // A wave is a fixed row of bars, which never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        return <rect key={at} x={at * 5} y={(24 - height) / 2} width={3} height={height} rx={1} />;
      })}
    </svg>
  );
}

interface LoudnessProps {
  report: SoundReport;
  isLive: boolean;
  isRefused: boolean;
}

function Loudness({ report: { lufs }, isLive, isRefused }: LoudnessProps) {
  const t = useTranslations("sounds");
  const format = useFormatter();
  if (lufs === null) {
    return <span className={styles["loudness"]}>{isLive ? t("unmeasured") : ""}</span>;
  }
  const byDb = Math.round(PLAYED_LUFS - lufs);
  const isOff = isRefused || Math.abs(byDb) > SMALL_DB;
  const Icon = isOff ? TriangleAlert : Check;
  const verdict =
    Math.abs(byDb) <= 1
      ? t("loudnessOk")
      : t(byDb < 0 ? "down" : "up", { db: `${Math.abs(byDb)}` });
  return (
    <span className={styles["loudness"]} data-state={isOff ? "off" : "right"}>
      <Icon size={16} aria-hidden="true" />
      <span>
        <strong>
          {t("loudness", { lufs: format.number(lufs, { minimumFractionDigits: 1 }) })}
        </strong>
        <span className={styles["quiet"]}>{verdict}</span>
      </span>
    </span>
  );
}

interface SoundProblemProps {
  id: string;
  wrong: string | undefined;
  view: StationSoundView;
}

/** Shows why a sound cannot be used, or that it is being checked. */
export function SoundProblem({ id, wrong, view }: SoundProblemProps) {
  const t = useTranslations("sounds");
  const { failed, report, pending } = view;
  const problem = report?.problem ?? null;
  const words = [
    ...(failed === null ? [] : [failed]),
    ...(problem === null ? [] : [t(`problem.${problem}`)]),
    ...(report === null || report.detail === null ? [] : [report.detail]),
    ...(wrong === undefined ? [] : [wrong]),
  ];
  return (
    <output id={id} className={styles["note"]} data-wrong={pending ? undefined : ""}>
      {pending ? t("checking") : words.join(" · ")}
    </output>
  );
}
