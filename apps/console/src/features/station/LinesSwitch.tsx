import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { PhoneLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { StationView } from "./use-station.ts";

import styles from "./TopBar.module.css";

/** What is to be closed: one phone line, or `null` for all. */
interface Closing {
  line: PhoneLine | null;
}

/** Opening happens at once; closing asks first and names the effect [AC9]. */
export function LinesSwitch({ station }: { station: StationView }) {
  const t = useTranslations("station");
  const [closing, setClosing] = useState<Closing | null>(null);
  const { open, setOpen } = station;
  function set(next: boolean, line: PhoneLine | null) {
    if (!next) {
      setClosing({ line });
    } else if (line === null) {
      setOpen?.(true);
    } else {
      setOpen?.(true, line.id);
    }
  }
  const words = open === true ? "linesOpen" : open === "some" ? "linesSome" : "linesClosed";
  return (
    <div className={styles["lines"]}>
      <Switch
        checked={open !== false}
        mixed={open === "some"}
        onChange={setOpen === null ? null : (next) => set(next, null)}
      >
        {t(words)}
      </Switch>
      {setOpen === null ? null : (
        <Menu
          label={t("lines")}
          trigger={<Button look="quiet" icon={ChevronDown} aria-label={t("eachLine")} />}
          entries={lineEntries(station, t, set)}
        />
      )}
      <CloseDialog
        closing={closing}
        station={station.station.callSign}
        cancel={() => setClosing(null)}
        confirm={() => {
          if (closing?.line) {
            setOpen?.(false, closing.line.id);
          } else {
            setOpen?.(false);
          }
          setClosing(null);
        }}
      />
    </div>
  );
}

function lineEntries(
  station: StationView,
  t: ReturnType<typeof useTranslations<"station">>,
  set: (open: boolean, line: PhoneLine | null) => void,
): MenuEntry[] {
  return [
    { type: "heading", key: "lines", label: t("lines") },
    ...station.phoneLines.map((line): MenuEntry => ({
      type: "choice",
      key: line.id,
      label: `${line.name}, ${line.numberDisplay}`,
      checked: line.open,
      run: () => set(!line.open, line),
    })),
    { type: "line", key: "rule" },
    { type: "item", key: "open", label: t("openAll"), run: () => set(true, null) },
    { type: "item", key: "close", label: t("closeAll"), danger: true, run: () => set(false, null) },
  ];
}

interface CloseDialogProps {
  closing: Closing | null;
  station: string;
  cancel: () => void;
  confirm: () => void;
}

function CloseDialog({ closing, station, cancel, confirm }: CloseDialogProps) {
  const t = useTranslations("station");
  const app = useTranslations("app");
  const cancelButton = useRef<HTMLButtonElement>(null);
  const line = closing?.line ?? null;
  return (
    <Dialog
      open={closing !== null}
      onClose={cancel}
      initialFocus={cancelButton}
      closeLabel={app("close")}
      title={line === null ? t("confirmAllTitle") : t("confirmLineTitle", { line: line.name })}
      actions={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {app("cancel")}
          </Button>
          <Button look="danger" onClick={confirm}>
            {t(line === null ? "confirmClose" : "confirmCloseOne")}
          </Button>
        </>
      }
    >
      <p>
        {line === null
          ? t("confirmAll", { station })
          : t("confirmLine", { line: line.name, number: line.numberDisplay })}
      </p>
    </Dialog>
  );
}
