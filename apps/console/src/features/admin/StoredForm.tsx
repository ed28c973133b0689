import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";

import { ChangedNamesContext, type ReportChange } from "./changed-names.ts";
import { type UnsavedForm, useSaveBar } from "./save-bar.ts";
import type { Saving } from "./use-save.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

interface StoredFormProps {
  label: string;
  className: string | undefined;
  isDirty: boolean;
  saving: Saving;
  submit: (event: FormEvent) => void;
  /** Puts the stored values back into the fields. */
  discard: () => void;
  children: ReactNode;
}

/** Shows a form of stored values. The page's save bar saves it, and names its changed fields. */
export function StoredForm(props: StoredFormProps) {
  const { label, className, isDirty, saving, submit, discard, children } = props;
  const t = useTranslations("admin");
  const element = useRef<HTMLFormElement>(null);
  const { names, report } = useChangedNames();
  useUnsavedGuard(isDirty);
  useSaveBar(useUnsaved(isDirty ? names : null, saving, element));
  return (
    <form
      ref={element}
      className={className}
      aria-label={label}
      onSubmit={submit}
      onReset={(event) => {
        // Otherwise the browser would restore the values of the first drawing.
        event.preventDefault();
        discard();
      }}
      noValidate
    >
      <ChangedNamesContext value={report}>{children}</ChangedNamesContext>
      {/* Without a submit button in the form, Enter in a field would save nothing. */}
      <button type="submit" hidden>
        {t("save")}
      </button>
    </form>
  );
}

function useUnsaved(
  names: readonly string[] | null,
  { pending, refused }: Saving,
  element: RefObject<HTMLFormElement | null>,
): UnsavedForm | null {
  return useMemo(
    () =>
      names === null
        ? null
        : {
            names,
            pending,
            refused,
            save: () => element.current?.requestSubmit(),
            discard: () => element.current?.reset(),
          },
    [names, pending, refused, element],
  );
}

function useChangedNames(): { names: readonly string[]; report: ReportChange } {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const report = useCallback<ReportChange>((field, label) => {
    setLabels((before) => {
      if ((before.get(field) ?? null) === label) {
        return before;
      }
      const others = [...before].filter(([other]) => other !== field);
      return new Map(label === null ? others : [...others, [field, label]]);
    });
  }, []);
  return { names: useMemo(() => [...labels.values()], [labels]), report };
}
