import { useState } from "react";
import { useTranslations } from "use-intl";

import { Dialog } from "../../ui/Dialog.tsx";
import { isDigit, KeypadButtons } from "../../ui/KeypadButtons.tsx";

import styles from "./KeypadDialog.module.css";

interface KeypadProps {
  number: 1 | 2;
  /** Null once its call takes no digits: it then stays, so that what is typed goes nowhere else. */
  send: ((digit: string) => void) | null;
  onClose: () => void;
}

export function KeypadDialog({ number, send, onClose }: KeypadProps) {
  const t = useTranslations("keypad");
  const app = useTranslations("app");
  const { sent, press } = useSentDigits(send);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title", { number: String(number) })}
      closeLabel={app("close")}
      narrow
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || !isDigit(event.key)) {
          return;
        }
        event.preventDefault();
        if (!event.repeat) {
          press(event.key);
        }
      }}
    >
      <output className={styles["sent"]}>
        <span className={styles["sentLabel"]}>{t("sent")}</span>
        {sent === "" ? t("nothing") : sent}
      </output>
      <KeypadButtons send={press} nameOf={(digit) => t("digit", { digit })} />
      <output className={styles["hint"]}>{t(send === null ? "over" : "hint")}</output>
    </Dialog>
  );
}

/** Only the last digits are kept on show. */
const SHOWN_DIGITS = 24;

function useSentDigits(send: ((digit: string) => void) | null) {
  const [sent, setSent] = useState("");
  function press(digit: string) {
    if (send === null) {
      return;
    }
    send(digit);
    setSent((before) => (before + digit).slice(-SHOWN_DIGITS));
  }
  return { sent, press };
}
