import { useRef } from "react";
import { useTranslations } from "use-intl";

import type { PhoneLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { closeLinesMessages } from "./close-lines-messages.ts";
import type { StationLinesView } from "./use-station.ts";

/** The lines to close: one phone line of a station, or with `null` all of them. */
export interface Closing {
  of: StationLinesView;
  line: PhoneLine | null;
}

interface CloseLinesDialogProps {
  closing: Closing | null;
  cancel: () => void;
  confirm: () => void;
}

/** Asks before lines close, and names the effect. */
function CloseDialog({ closing, cancel, confirm }: CloseLinesDialogProps) {
  const t = useTranslations("closeLines");
  const app = useTranslations("app");
  const cancelButton = useRef<HTMLButtonElement>(null);
  const line = closing?.line ?? null;
  const station = closing?.of.callSign ?? "";
  return (
    <Dialog
      open={closing !== null}
      onClose={cancel}
      initialFocus={cancelButton}
      closeLabel={app("close")}
      title={line === null ? t("allTitle") : t("lineTitle", { line: line.name })}
      actions={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {app("cancel")}
          </Button>
          <Button look="danger" onClick={confirm}>
            {t(line === null ? "close" : "closeOne")}
          </Button>
        </>
      }
    >
      <p>
        {line === null
          ? t("all", { station })
          : t("line", { line: line.name, number: line.numberDisplay })}
      </p>
    </Dialog>
  );
}

export const CloseLinesDialog = withWords(CloseDialog, { closeLines: closeLinesMessages });
