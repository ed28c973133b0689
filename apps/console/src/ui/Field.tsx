import { Undo2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "./Button.tsx";
import type { ShownShortcut } from "./keys/command.ts";
import { leaveField } from "./leave-field.ts";
import { useDelayed } from "./use-delayed.ts";

import styles from "./Field.module.css";

export type FieldState =
  | { status: "idle" }
  | { status: "saving" }
  /** `value` is the refused value, which Retry sends again. */
  | { status: "failed"; words: string; value: string };

interface FieldProps {
  label: string;
  value: string;
  /**
   * Receives the changed value, the value before the typing, and whether Esc left the field;
   * `null` for a read-only field.
   */
  save: ((value: string, seen: string, byEscape?: boolean) => void) | null;
  state: FieldState;
  words: { saving: string; retry: string };
  placeholder?: string;
  maxLength?: number;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** The key of the button that undoes a change that was saved when Esc left the field. */
  undoKey?: ShownShortcut;
}

export function Field(props: FieldProps) {
  const { label, save, state, words, placeholder, maxLength, inputRef } = props;
  const id = useId();
  const field = useDraft(props);
  const saving = useDelayed(state.status === "saving");
  const failed = state.status === "failed" ? state.words : null;
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      <div className={styles["box"]}>
        <input
          id={id}
          ref={inputRef}
          className={styles["input"]}
          value={field.draft}
          placeholder={placeholder}
          maxLength={maxLength}
          readOnly={save === null}
          autoComplete="off"
          data-1p-ignore=""
          aria-invalid={failed !== null || undefined}
          aria-describedby={failed === null ? undefined : `${id}-failed`}
          onChange={(event) => field.type(event.target.value)}
          onBlur={field.leave}
          onKeyDown={field.handleKey}
        />
        {saving ? <span className={styles["saving"]}>{words.saving}</span> : null}
        {field.undo === null || saving ? null : (
          <UndoButton undo={field.undo} shortcut={props.undoKey} />
        )}
      </div>
      {failed === null ? null : (
        <div id={`${id}-failed`} className={styles["failed"]}>
          <span>{failed}</span>
          <Button look="quiet" onClick={field.retry}>
            {words.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

interface UndoButtonProps {
  undo: () => void;
  shortcut: ShownShortcut | undefined;
}

function UndoButton({ undo, shortcut }: UndoButtonProps) {
  const t = useTranslations("app");
  return (
    <Button
      look="quiet"
      size="row"
      icon={Undo2}
      className={styles["undo"]}
      onClick={undo}
      {...(shortcut === undefined ? {} : { shortcut })}
    >
      {t("undo")}
    </Button>
  );
}

function useDraft({ value, save, state }: FieldProps) {
  const [draft, setDraft] = useState(value);
  const { offerUndo, undo } = useUndo(value, save);
  const touched = useRef(false);
  const seen = useRef(value);
  // A colleague's edit shows at once, unless this person is typing.
  useEffect(() => {
    if (!touched.current) {
      setDraft(value);
    }
  }, [value]);
  function commit(byEscape = false) {
    if (!touched.current) {
      return;
    }
    touched.current = false;
    const wanted = draft.trim();
    if (wanted === value) {
      setDraft(value);
    } else {
      offerUndo(byEscape ? { before: value, after: wanted } : null);
      save?.(wanted, seen.current, byEscape);
    }
  }
  useSaveOnRemoval(commit);
  return {
    draft,
    type: (text: string) => {
      if (!touched.current) {
        seen.current = value;
      }
      touched.current = true;
      offerUndo(null);
      setDraft(text);
    },
    leave: () => commit(),
    retry: () => {
      if (state.status === "failed") {
        save?.(state.value, value);
      }
    },
    undo,
    handleKey: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing) {
        return;
      }
      const isOfCaller = event.currentTarget.closest("[data-keys=caller]") !== null;
      if (event.key === "Enter") {
        commit();
        // The next letter is then a key of the panel and not text.
        if (isOfCaller) {
          leaveField(event);
        }
      } else if (event.key === "Escape" && touched.current) {
        commit(true);
        // In the caller's panel the page moves the focus back to the element that had it before.
        if (!isOfCaller) {
          leaveField(event);
        }
      }
    },
  };
}

interface UndoableChange {
  before: string;
  after: string;
}

/** The time for which a field offers to undo a change that was saved when Esc left the field. */
const UNDO_MS = 5_000;

function useUndo(value: string, save: FieldProps["save"]) {
  const [undoable, offerUndo] = useState<UndoableChange | null>(null);
  useEffect(() => {
    if (undoable === null) {
      return;
    }
    const timer = setTimeout(() => offerUndo(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undoable]);
  if (undoable === null || undoable.after !== value) {
    return { offerUndo, undo: null };
  }
  function undo(): void {
    offerUndo(null);
    save?.(undoable?.before ?? "", undoable?.after ?? "");
  }
  return { offerUndo, undo };
}

function useSaveOnRemoval(commit: () => void): void {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => () => latest.current(), []);
}
