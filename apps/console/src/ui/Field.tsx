import { useEffect, useId, useRef, useState } from "react";
import type { RefObject } from "react";

import { Button } from "./Button.tsx";
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
  /** Receives the changed value and the value before the typing; `null` for a read-only field. */
  save: ((value: string, seen: string) => void) | null;
  state: FieldState;
  words: { saving: string; retry: string };
  placeholder?: string;
  maxLength?: number;
  inputRef?: RefObject<HTMLInputElement | null>;
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

function useDraft({ value, save, state }: FieldProps) {
  const [draft, setDraft] = useState(value);
  const touched = useRef(false);
  const seen = useRef(value);
  // A colleague's edit shows at once, unless this person is typing.
  useEffect(() => {
    if (!touched.current) {
      setDraft(value);
    }
  }, [value]);
  function commit() {
    if (!touched.current) {
      return;
    }
    touched.current = false;
    const wanted = draft.trim();
    if (wanted === value) {
      setDraft(value);
    } else {
      save?.(wanted, seen.current);
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
      setDraft(text);
    },
    leave: commit,
    retry: () => {
      if (state.status === "failed") {
        save?.(state.value, value);
      }
    },
    handleKey: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key === "Enter" && !event.nativeEvent.isComposing) {
        commit();
      }
      if (event.key !== "Escape" || !touched.current) {
        return;
      }
      event.stopPropagation();
      touched.current = false;
      setDraft(value);
    },
  };
}

function useSaveOnRemoval(commit: () => void): void {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => () => latest.current(), []);
}
