import { Download } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";

import styles from "./Sounds.module.css";

interface SoundDropProps {
  label: string;
  pending: boolean;
  upload: (file: File) => void;
  paste: (address: string) => void;
}

/** Takes a sound as a dropped or chosen file, or as a pasted address. */
export function SoundDrop({ label, pending, upload, paste }: SoundDropProps) {
  const t = useTranslations("sounds");
  const id = useId();
  const [isOver, setOver] = useState(false);
  function take({ files }: DataTransfer, text: string): boolean {
    const [file] = files;
    if (file !== undefined) {
      upload(file);
      return true;
    }
    const address = text.trim();
    const isAddress = /^https?:\/\/\S+$/i.test(address);
    if (isAddress) {
      paste(address);
    }
    return isAddress;
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer, event.dataTransfer.getData("text/uri-list"));
  }
  function takePasted(event: ClipboardEvent): void {
    if (take(event.clipboardData, event.clipboardData.getData("text/plain"))) {
      event.preventDefault();
    }
  }
  return (
    <label
      className={styles["drop"]}
      data-over={isOver || undefined}
      aria-busy={pending || undefined}
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={takePasted}
    >
      <input
        id={id}
        type="file"
        className={styles["file"]}
        aria-label={t("uploadOf", { name: label })}
        accept="audio/wav,audio/mpeg,audio/ogg,.wav,.mp3,.ogg,.opus"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) {
            upload(file);
            // The same file can be chosen again, for example after it was replaced on the disk.
            target.value = "";
          }
        }}
      />
      <Download size={16} aria-hidden="true" />
      <span>{t("drop")}</span>
    </label>
  );
}
