import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { Field } from "../../ui/Field.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useWorkingShortcut } from "../../ui/keys/use-working-shortcut.ts";
import { withWords } from "../../ui/LazyWords.tsx";
import type { CallerView, EditableView } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

const ShowNumber = lazy(async () => {
  const words = await import("./show-number-messages.ts");
  const loaded = await import("./ShowNumber.tsx");
  return { default: withWords(loaded.ShowNumber, { showNumber: words.showNumberMessages }) };
});

const undoKeys = {
  single: toShortcut(findKey("undo", "page")),
  chord: toShortcut(findKey("undo", "anywhere")),
};

interface CallerFieldsProps {
  view: CallerView;
  nameField: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
  lostFocus: RefObject<boolean>;
}

export function CallerFields({ view, nameField, onFocus, lostFocus }: CallerFieldsProps) {
  const t = useTranslations("caller");
  const fields = useLostFocus(lostFocus);
  const words = { saving: t("saving"), retry: t("retry") };
  const undoKey = useWorkingShortcut(undoKeys);
  function field(editable: EditableView) {
    return { ...editable, words, undoKey };
  }
  const { caller } = view.call;
  return (
    <div ref={fields} className={styles["fields"]} onFocus={onFocus}>
      <NumberWords call={view.call} show={view.showNumber} />
      {view.number === null ? null : (
        <Field
          label={t("number")}
          placeholder={t("numberHint")}
          maxLength={40}
          {...field(view.number)}
        />
      )}
      <Field
        label={t("name")}
        placeholder={t("nameHint")}
        maxLength={100}
        inputRef={nameField}
        {...field(view.name)}
      />
      <Field
        label={t("place")}
        placeholder={
          caller.locationGuess === null
            ? t("placeHint")
            : t("placeGuess", { place: caller.locationGuess })
        }
        maxLength={100}
        {...field(view.location)}
      />
      <Field
        label={t("point")}
        placeholder={t("pointHint")}
        maxLength={500}
        {...field(view.point)}
      />
      {view.note === null ? null : (
        <Field
          label={t("note")}
          placeholder={t("noteHint")}
          maxLength={1000}
          {...view.note}
          words={words}
        />
      )}
    </div>
  );
}

/** Notes whether the fields have the focus when they disappear. */
function useLostFocus(lostFocus: RefObject<boolean>): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = fields.current;
    return () => {
      lostFocus.current = element?.contains(document.activeElement) ?? false;
    };
  }, [lostFocus]);
  return fields;
}

interface NumberWordsProps {
  call: CallerView["call"];
  show: CallerView["showNumber"];
}

function NumberWords({ call: { caller, phoneLine }, show }: NumberWordsProps) {
  const t = useTranslations("caller");
  return (
    <p className={styles["number"]}>
      <span>{caller.numberDisplay}</span>
      {show === null ? null : (
        <Suspense fallback={null}>
          <ShowNumber name={caller.name ?? caller.numberDisplay} show={show} />
        </Suspense>
      )}
      {caller.numberGiven ? <span className={styles["muted"]}>{t("numberGiven")}</span> : null}
      {phoneLine === null ? null : (
        <span className={styles["muted"]}>{t("line", { line: phoneLine.name })}</span>
      )}
      <span className={styles["earlier"]}>{t("earlier", { count: caller.earlierCalls })}</span>
    </p>
  );
}
