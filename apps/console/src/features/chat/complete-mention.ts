import type { ChatPerson } from "@linedesk/contract";

export interface MentionSearch {
  /** Where the @ stands. */
  at: number;
  found: ChatPerson[];
}

const MOST_SHOWN = 6;

/** Whom the words before the caret may mean; null where nobody is being named. */
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
  const words = (match[1] ?? "").toLowerCase();
  const found = people.filter(({ name }) => fits(name.toLowerCase(), words)).slice(0, MOST_SHOWN);
  return found.length === 0 ? null : { at: caret - words.length - 1, found };
}

/** By the beginning of the whole name or of a later word of it; a whole name is done. */
function fits(name: string, words: string): boolean {
  const isBegun =
    name.startsWith(words) || name.split(/\s+/).some((part) => part.startsWith(words));
  return isBegun && name !== words.trim();
}

export function completeMention(
  text: string,
  { at, caret, name }: { at: number; caret: number; name: string },
): { text: string; caret: number } {
  const written = `${text.slice(0, at)}@${name} `;
  return { text: written + text.slice(caret).replace(/^ /, ""), caret: written.length };
}
