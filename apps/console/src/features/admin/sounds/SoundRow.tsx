import { useId } from "react";
import { useTranslations } from "use-intl";

import type { SoundReport, SoundUse } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { usePreview } from "../../../ui/use-preview.ts";
import { TextRow } from "../TextRow.tsx";
import { type StationSoundView, useStationSound } from "./use-station-sound.ts";
import { writeDuration } from "./write-duration.ts";

import styles from "../Admin.module.css";

interface SoundRowProps {
  station: string;
  use: SoundUse;
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  wrong: string | undefined;
}

export function SoundRow(props: SoundRowProps) {
  const { station, use, onChange } = props;
  const view = useStationSound({ station, use }, onChange);
  return <SoundRowCard {...props} view={view} />;
}

type SoundRowCardProps = Omit<SoundRowProps, "station"> & { view: StationSoundView };

export function SoundRowCard(props: SoundRowCardProps) {
  const { use, label, hint, value, onChange, wrong, view } = props;
  const t = useTranslations("sounds");
  const stored = readStoredName(value);
  function change(next: string) {
    view.forget();
    onChange(next);
  }
  return (
    <div className={styles["sound"]}>
      <TextRow
        label={label}
        hint={hint}
        wrong={wrong}
        inputMode="url"
        maxLength={2_000}
        value={stored === null ? value : t("stored", { name: stored })}
        readOnly={stored !== null}
        onChange={(event) => change(event.target.value)}
      />
      <div className={styles["buttons"]}>
        {stored === null ? (
          <Button
            pending={view.pending}
            aria-label={`${t("check")}: ${label}`}
            onClick={() => (value.trim() === "" ? undefined : view.check(value.trim()))}
          >
            {t("check")}
          </Button>
        ) : (
          <Button onClick={() => change("")}>{t("remove")}</Button>
        )}
        <PreviewButton preview={view.report?.preview ?? null} />
        <output className={styles["hint"]}>{view.pending ? t("checking") : ""}</output>
      </div>
      {use === "programme" ? null : <FileRow of={label} choose={view.upload} />}
      <ReportLine use={use} report={view.report} failed={view.failed} />
    </div>
  );
}

function readStoredName(value: string): string | null {
  return value.startsWith("sound:") ? (value.split("/")[1] ?? "") : null;
}

function FileRow({ of, choose }: { of: string; choose: (file: File) => void }) {
  const t = useTranslations("sounds");
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{t("upload")}</label>
      <input
        id={id}
        type="file"
        aria-label={`${t("upload")}, ${of}`}
        accept="audio/wav,audio/mpeg,audio/ogg,.wav,.mp3,.ogg,.opus"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) {
            choose(file);
          }
        }}
      />
    </div>
  );
}

function PreviewButton({ preview }: { preview: string | null }) {
  const t = useTranslations("sounds");
  const { playing, play, stop } = usePreview();
  if (preview === null) {
    return null;
  }
  return (
    <Button onClick={() => (playing ? stop() : play(preview))}>
      {t(playing ? "stop" : "play")}
    </Button>
  );
}

interface ReportLineProps {
  use: SoundUse;
  report: SoundReport | null;
  failed: string | null;
}

function ReportLine({ use, report, failed }: ReportLineProps) {
  const t = useTranslations("sounds");
  const facts = useFacts(use, report);
  if (failed !== null) {
    return <output className={styles["wrong"]}>{failed}</output>;
  }
  if (report === null) {
    return null;
  }
  const { problem, detail } = report;
  const verdict = problem === null ? t("good") : t(`problem.${problem}`);
  const words = [verdict, ...(detail === null ? [] : [detail]), ...facts].join(" · ");
  return <output className={styles[problem === null ? "hint" : "wrong"]}>{words}</output>;
}

function useFacts(use: SoundUse, report: SoundReport | null): string[] {
  const t = useTranslations("sounds");
  if (report === null || report.kind === null) {
    return [];
  }
  const { kind, durationS, lufs, peakDbfs } = report;
  const length =
    kind === "stream" ? t("stream") : t("file", { duration: writeDuration(durationS ?? 0) });
  const silent = use === "programme" ? [t("quietNow")] : [];
  const loudness =
    lufs === null ? silent : [t("loudness", { lufs: String(lufs), peak: String(peakDbfs) })];
  return [length, ...loudness];
}
