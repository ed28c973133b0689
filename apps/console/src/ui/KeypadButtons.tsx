import { readDigit } from "./keys/read-press.ts";

import styles from "./KeypadButtons.module.css";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

/** The letters below the digits of a telephone, for numbers given as words. */
const letters: Record<string, string> = {
  2: "ABC",
  3: "DEF",
  4: "GHI",
  5: "JKL",
  6: "MNO",
  7: "PQRS",
  8: "TUV",
  9: "WXYZ",
};

/** Returns the digit of the keypad for a key press; `null` if there is none. */
export function readKeypadDigit(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">) {
  const { key } = event;
  return (digits as readonly string[]).includes(key) ? key : readDigit(event);
}

interface KeypadButtonsProps {
  send: ((digit: string) => void) | null;
  nameOf: (digit: string) => string;
  big?: boolean;
}

export function KeypadButtons({ send, nameOf, big = false }: KeypadButtonsProps) {
  return (
    <div className={styles["keys"]} data-big={big || undefined}>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          className={styles["key"]}
          aria-label={nameOf(digit)}
          data-letters={letters[digit]}
          aria-disabled={send === null || undefined}
          onClick={() => send?.(digit)}
        >
          {digit}
        </button>
      ))}
    </div>
  );
}
