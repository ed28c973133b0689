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
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer, "text/uri-list", { upload, paste });
  }
  function takePasted(event: ClipboardEvent): void {
    if (take(event.clipboardData, "text/plain", { upload, paste })) {
      event.preventDefault();
    }
  }
  return (
    <label
      className={styles["drop"]}
      data-over={isOver || undefined}
      aria-busy={pending || undefined}
      htmlFor={id}
    >
      <input
        id={id}
        type="file"
        className={styles["file"]}
        aria-label={t("uploadOf", { name: label })}
        accept="audio/*,.wav,.mp2,.mp3,.ogg,.opus,.flac,.aif,.aiff,.aac,.m4a"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={takePasted}
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

/** Takes the file or the address of a drop or of the clipboard. Returns false if there is none. */
function take(
  transfer: DataTransfer,
  type: string,
  { upload, paste }: Pick<SoundDropProps, "upload" | "paste">,
): boolean {
  const [file] = transfer.files;
  if (file !== undefined) {
    upload(file);
    return true;
  }
  const address = transfer.getData(type).trim();
  const isAddress = /^https?:\/\/\S+$/i.test(address);
  if (isAddress) {
    paste(address);
  }
  return isAddress;
}
