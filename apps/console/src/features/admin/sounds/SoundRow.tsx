import { X } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl";

import type { SoundUse } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { RowLabel } from "../TextRow.tsx";
import { SoundDrop } from "./SoundDrop.tsx";
import { SoundFacts, SoundPlayer, SoundProblem } from "./SoundFacts.tsx";
import { type StationSoundView, useStationSound } from "./use-station-sound.ts";

import styles from "./Sounds.module.css";

interface SoundRowProps {
  station: string;
  use: SoundUse;
  label: string;
  /** States when callers hear the sound. */
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  wrong: string | undefined;
  /** Is true when the value differs from the stored one. */
  isChanged?: boolean;
  /** Is true when an empty field means no sound, and not a built-in one. */
  hasNoDefault?: boolean;
}

export function SoundRow(props: SoundRowProps) {
  const { station, use, value, onChange, isChanged = false } = props;
  const view = useStationSound({ station, use, stored: isChanged ? null : value }, onChange);
  return <SoundRowCard {...props} view={view} />;
}

type SoundRowCardProps = Omit<SoundRowProps, "station"> & { view: StationSoundView };

/** Shows a sound in a row: player, name, source, wave, length, loudness and a drop zone. */
export function SoundRowCard(props: SoundRowCardProps) {
  const { use, label, value, onChange, wrong, view } = props;
  const noteId = useId();
  function change(next: string) {
    view.forget();
    onChange(next);
  }
  return (
    <div className={styles["sound"]}>
      <SoundPlayer label={label} value={value} view={view} />
      <Source {...props} change={change} noteId={noteId} />
      <SoundFacts use={use} report={view.report} />
      {use === "programme" ? null : (
        <SoundDrop
          label={label}
          pending={view.pending}
          upload={view.upload}
          paste={(address) => {
            change(address);
            view.check(address);
          }}
        />
      )}
      <SoundProblem id={noteId} wrong={wrong} view={view} />
    </div>
  );
}

function readStoredName(value: string): string | null {
  return value.startsWith("sound:") ? (value.split("/")[1] ?? "") : null;
}

interface SourceProps extends SoundRowCardProps {
  change: (value: string) => void;
  /** The id of the note about a problem. */
  noteId: string;
}

function Source(props: SourceProps) {
  const { use, label, hint, value, wrong, isChanged = false, change, noteId } = props;
  const { hasNoDefault = false } = props;
  const t = useTranslations("sounds");
  const id = useId();
  const stored = readStoredName(value);
  return (
    <>
      <span className={styles["name"]}>
        <RowLabel id={id} label={label} isChanged={isChanged} />
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className={styles["quiet"]}>
            {hint}
          </span>
        )}
      </span>
      <span className={styles["source"]}>
        <input
          id={id}
          autoComplete="off"
          data-1p-ignore=""
          inputMode="url"
          maxLength={2_000}
          placeholder={t(
            use === "programme" ? "noProgramme" : hasNoDefault ? "noSound" : "builtIn",
          )}
          value={stored === null ? value : t("stored", { name: stored })}
          readOnly={stored !== null}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={hint === undefined ? noteId : `${id}-hint ${noteId}`}
          onChange={(event) => change(event.target.value)}
        />
        {value === "" ? null : (
          <Button
            look="quiet"
            icon={X}
            aria-label={t("removeOf", { name: label })}
            onClick={() => change("")}
          />
        )}
      </span>
    </>
  );
}
