import { CalendarDays } from "lucide-react";
import { type ComponentProps, useId, useMemo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";

import { Button } from "./Button.tsx";
import { createDateForm } from "./date-form.ts";
import { dateMessages } from "./date-messages.ts";
import { withWords } from "./LazyWords.tsx";
import { MonthGrid } from "./MonthGrid.tsx";
import { Popover } from "./Popover.tsx";

import styles from "./DateField.module.css";

export interface DateFieldProps {
  /** The accessible name, for a field without a label of its own. */
  label?: string;
  id?: string;
  name?: string | undefined;
  /** An ISO day, or an empty text. */
  value: string;
  /** Receives an ISO day, an empty text, or `null` for a text that is not an allowed day. */
  onChange: (day: string | null) => void;
  onBlur?: ComponentProps<"input">["onBlur"];
  min?: string | undefined;
  max?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

function Dates(props: DateFieldProps) {
  const { label, id, name, value, onChange, onBlur, min, max } = props;
  const t = useTranslations("dates");
  const ownId = useId();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { text, wrong, type, set } = useTypedDay({ value, onChange, min, max });
  return (
    <span className={styles["field"]}>
      <input
        id={id}
        name={name}
        aria-label={label}
        autoComplete="off"
        data-1p-ignore=""
        inputMode="numeric"
        placeholder={t("form")}
        maxLength={10}
        value={text}
        aria-invalid={wrong !== null || props["aria-invalid"] || undefined}
        aria-describedby={wrong === null ? props["aria-describedby"] : `${ownId}-wrong`}
        onChange={({ target }) => type(target.value)}
        onBlur={onBlur}
      />
      <Button
        ref={setOpener}
        look="quiet"
        icon={CalendarDays}
        className={styles["open"]}
        aria-label={t("open")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {wrong === null ? null : (
        <output id={`${ownId}-wrong`} className={styles["wrong"]}>
          {wrong}
        </output>
      )}
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchor={opener}
        title={label ?? t("calendar")}
      >
        <MonthGrid
          chosen={value}
          min={min}
          max={max}
          choose={(day) => {
            set(day);
            setOpen(false);
          }}
        />
      </Popover>
    </span>
  );
}

/** A field for a day, in the form of the page's language, with a calendar. */
export const DateField = withWords(Dates, { dates: dateMessages });

/** A typed text, which stays in the field even if it is not a valid day. */
interface TypedText {
  text: string;
  /** The value of the field when the person typed the text. */
  over: string;
  sent: string;
}

type Typing = Pick<DateFieldProps, "value" | "onChange" | "min" | "max">;

function useTypedDay({ value, onChange, min, max }: Typing) {
  const t = useTranslations("dates");
  const locale = useLocale();
  const form = useMemo(() => createDateForm(locale), [locale]);
  const [typed, setTyped] = useState<TypedText | null>(null);
  const isOwn = typed !== null && [typed.over, typed.sent].includes(value);
  const text = isOwn ? typed.text : form.write(value);
  function findWrong(written: string): string | null {
    const day = form.read(written);
    if (written.trim() === "") {
      return null;
    }
    if (day === null) {
      return t("wrong", { day: form.write("2026-12-25") });
    }
    if (min !== undefined && day < min) {
      return t("notBefore", { day: form.write(min) });
    }
    return max !== undefined && day > max ? t("notAfter", { day: form.write(max) }) : null;
  }
  return {
    text,
    wrong: findWrong(text),
    type: (written: string) => {
      const isDay = written.trim() !== "" && findWrong(written) === null;
      const sent = isDay ? form.read(written) : null;
      setTyped({ text: written, over: value, sent: sent ?? "" });
      onChange(written.trim() === "" ? "" : sent);
    },
    set: (day: string) => {
      setTyped(null);
      onChange(day);
    },
  };
}
