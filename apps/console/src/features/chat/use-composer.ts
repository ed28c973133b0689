import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";

import { type ChatPerson, foldText, joinSpoken, listSpokenWords } from "@linedesk/contract";
import type { ChatView } from "./build-entries.ts";

export interface MentionSearch {
  /** The index of the @. */
  at: number;
  found: ChatPerson[];
}

const MOST_SHOWN = 6;

/** Returns the members whose names fit the mention that is typed before the caret, or `null`. */
export function findMention(
  text: string,
  caret: number,
  people: readonly ChatPerson[],
): MentionSearch | null {
  const before = text.slice(0, caret);
  const match = /(?:^|[^\p{L}\p{N}])@([^@\n]{0,60})$/u.exec(before);
  if (match === null) {
    return null;
  }
  const words = match[1] ?? "";
  const found = people.filter(({ name }) => fits(name, words)).slice(0, MOST_SHOWN);
  return found.length === 0 ? null : { at: caret - words.length - 1, found };
}

/**
 * Matches the beginnings of the name's words, as they are written or pronounced. It does not match
 * a name that is typed in full.
 */
function fits(name: string, words: string): boolean {
  const parts = [...foldText(name).split(/\s+/), ...listSpokenWords(name)];
  const isBegun = foldText(words)
    .split(/\s+/)
    .every((word) => [word, joinSpoken(word)].some((one) => begins(parts, one)));
  return isBegun && name.toLowerCase() !== words.trim().toLowerCase();
}

function begins(parts: readonly string[], word: string): boolean {
  return parts.some((part) => part.startsWith(word));
}

export function completeMention(
  text: string,
  { at, caret, name }: { at: number; caret: number; name: string },
): { text: string; caret: number } {
  const written = `${text.slice(0, at)}@${name} `;
  return { text: written + text.slice(caret).replace(/^ /, ""), caret: written.length };
}

export function useComposer(view: ChatView, field: RefObject<HTMLInputElement | null>) {
  const [draft, setDraft] = useState(view.draft);
  const [isFull, setFull] = useState(false);
  const naming = useNaming(view.people);
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  function change(next: typeof draft): void {
    setDraft(next);
    view.keepDraft(next);
  }
  function type(text: string, caret: number): void {
    change({ ...draft, text });
    naming.look(text, caret);
    view.typed();
  }
  function choose(person: ChatPerson): void {
    const done = naming.complete(draft.text, person);
    if (done === null) {
      return;
    }
    change({ ...draft, text: done.text });
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(done.caret, done.caret));
  }
  function send(): void {
    if (draft.text.trim() === "" && draft.card === null) {
      return;
    }
    const isTaken = view.send(draft);
    setFull(!isTaken);
    if (isTaken) {
      change({ text: "", card: null });
      naming.end();
    }
  }
  return {
    draft,
    isFull,
    type,
    choose,
    send,
    search: naming.search,
    active: naming.active,
    attach: (card: typeof draft.card) => change({ ...draft, card }),
    handleKey: (event: KeyboardEvent) => naming.handleKey(event, choose),
  };
}

function useNaming(people: readonly ChatPerson[]) {
  const [search, setSearch] = useState<(MentionSearch & { caret: number }) | null>(null);
  const [active, setActive] = useState(0);
  function searchMention(text: string, caret: number): void {
    const found = findMention(text, caret, people);
    setSearch(found === null ? null : { ...found, caret });
    setActive(0);
  }
  function complete(text: string, { name }: ChatPerson) {
    setSearch(null);
    return search === null ? null : completeMention(text, { ...search, name });
  }
  function handleKey(event: KeyboardEvent, choose: (person: ChatPerson) => void): void {
    const person = search?.found[active];
    if (search === null || person === undefined || event.nativeEvent.isComposing) {
      return;
    }
    const count = search.found.length;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % count),
      ArrowUp: () => setActive((active + count - 1) % count),
      Enter: () => choose(person),
      Tab: () => choose(person),
      Escape: () => setSearch(null),
    };
    const act = keys[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  }
  return { search, active, look: searchMention, complete, handleKey, end: () => setSearch(null) };
}
