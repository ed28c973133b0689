import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectActiveLine } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { KeypadButtons, readKeypadDigit } from "../../ui/KeypadButtons.tsx";
import type { LineCallView } from "./line-view.ts";
import { useLine } from "./use-line.ts";

import styles from "./Keypad.module.css";

interface KeypadView {
  number: 1 | 2;
  /**
   * The caller of the keypad's call; `null` before the keypad has a call, and after the call has
   * left its line.
   */
  name: string | null;
  send: ((digit: string) => void) | null;
  /**
   * Moves the keypad to another call on the selected line, only when the person presses the button.
   */
  use: { name: string; run: () => void } | null;
}

export function Keypad({ view, close }: { view: KeypadView; close: () => void }) {
  const t = useTranslations("keypad");
  const { number, name, send, use } = view;
  const { sent, press } = useSentDigits(send);
  const card = useTypedDigits(press, close);
  return (
    <fieldset ref={card} aria-label={t("title")} tabIndex={-1} className={styles["keypad"]}>
      <p className={styles["to"]}>
        {name === null
          ? t("none", { number: String(number) })
          : t("goesTo", { number: String(number), name })}
      </p>
      <output className={styles["sent"]}>
        <span className={styles["label"]}>{t("sent")}</span>
        {sent === "" ? t("nothing") : sent}
      </output>
      <KeypadButtons
        send={send === null ? null : press}
        nameOf={(digit) => t("digit", { digit })}
      />
      <output className={styles["hint"]}>{t(send === null ? "over" : "hint")}</output>
      {use === null ? null : <Button onClick={use.run}>{t("use", { name: use.name })}</Button>}
    </fieldset>
  );
}

/** Gives the keypad the focus and sends the digits that a person types; Esc closes the keypad. */
function useTypedDigits(press: (digit: string) => void, close: () => void) {
  const card = useRef<HTMLFieldSetElement>(null);
  const latest = useRef({ press, close });
  useEffect(() => {
    latest.current = { press, close };
  });
  useEffect(() => {
    const element = card.current;
    function handleKey(event: KeyboardEvent): void {
      if (event.key === "Escape") {
        return latest.current.close();
      }
      const digit = readKeypadDigit(event);
      if (event.ctrlKey || event.altKey || event.metaKey || digit === null) {
        return;
      }
      event.preventDefault();
      if (!event.repeat) {
        latest.current.press(digit);
      }
    }
    element?.focus();
    element?.addEventListener("keydown", handleKey);
    return () => element?.removeEventListener("keydown", handleKey);
  }, []);
  return card;
}

/** The number of sent digits that stay visible; earlier ones disappear. */
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

/** The call of an open keypad. Its digits go to no other call. */
interface OpenKeypad {
  line: DeviceLine;
  call: string;
}

export function KeypadPanel({ close }: { close: () => void }) {
  const line = useRootState(selectActiveLine);
  const selected = useLine(line);
  const [open, setOpen] = useState<OpenKeypad | null>(null);
  const ready = readyCall(selected.call);
  if (open === null && ready !== null) {
    setOpen({ line, call: ready.call.id });
  }
  const bound = useLine(open?.line ?? line);
  const call = open !== null && bound.call?.call.id === open.call ? bound.call : null;
  const isElsewhere = ready !== null && ready.call.id !== open?.call;
  const view: KeypadView = {
    number: bound.number,
    name: call === null ? null : describeCaller(call.call),
    send: call?.sendDigit ?? null,
    use: isElsewhere
      ? { name: describeCaller(ready.call), run: () => setOpen({ line, call: ready.call.id }) }
      : null,
  };
  return <Keypad key={open?.call ?? ""} view={view} close={close} />;
}

function readyCall(call: LineCallView | null): LineCallView | null {
  return call !== null && call.sendDigit !== null ? call : null;
}
