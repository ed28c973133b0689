import { type ComponentProps, type KeyboardEvent, type RefObject, useId, useState } from "react";

import styles from "./SuggestInput.module.css";

export interface Suggestion {
  id: string;
  label: string;
  detail: string;
  choose: () => void;
}

interface SuggestInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "list" | "type"
> {
  value: string;
  type: (text: string) => void;
  suggestions: readonly Suggestion[];
  listLabel: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * Shows a text field with suggestions below it. A suggestion never replaces typed text by itself.
 */
export function SuggestInput(props: SuggestInputProps) {
  const { value, type, suggestions, listLabel, inputRef, ...input } = props;
  const list = useId();
  /** The index of the current suggestion: -1 for none, and `null` after a choice, Enter, Esc or a blur. */
  const [at, setAt] = useState<number | null>(null);
  const shown = at === null ? [] : suggestions;
  const current = at === null ? undefined : shown[at];
  function choose(suggestion: Suggestion) {
    setAt(null);
    suggestion.choose();
  }
  function handleKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setAt(Math.max(-1, Math.min((at ?? -1) + by, suggestions.length - 1)));
    } else if (event.key === "Enter" && current !== undefined) {
      event.preventDefault();
      choose(current);
    } else if (event.key === "Enter") {
      setAt(null);
    } else if (event.key === "Escape" && shown.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setAt(null);
    }
  }
  return (
    <div className={styles["box"]}>
      <input
        {...input}
        ref={inputRef}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={current === undefined ? undefined : `${list}-${current.id}`}
        autoComplete="off"
        data-1p-ignore=""
        value={value}
        onChange={(event) => {
          type(event.target.value);
          setAt(-1);
        }}
        onKeyDown={handleKey}
        onBlur={() => setAt(null)}
      />
      <SuggestionList {...{ list, listLabel, shown, current, choose }} />
    </div>
  );
}

interface SuggestionListProps {
  list: string;
  listLabel: string;
  shown: readonly Suggestion[];
  current: Suggestion | undefined;
  choose: (suggestion: Suggestion) => void;
}

function SuggestionList({ list, listLabel, shown, current, choose }: SuggestionListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus
    <div id={list} role="listbox" aria-label={listLabel} className={styles["list"]}>
      {shown.map((suggestion) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has them
        <div
          key={suggestion.id}
          id={`${list}-${suggestion.id}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the field keeps the focus
          role="option"
          tabIndex={-1}
          aria-selected={suggestion === current}
          className={styles["option"]}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <span className={styles["label"]}>{suggestion.label}</span>
          <span className={styles["detail"]}>{suggestion.detail}</span>
        </div>
      ))}
    </div>
  );
}
