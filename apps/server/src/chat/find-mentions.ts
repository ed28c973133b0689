import type { ChatPerson } from "@linedesk/contract";

const MOST_MENTIONS = 10;

export function findMentions(text: string, members: readonly ChatPerson[]): ChatPerson[] {
  const lower = text.toLowerCase();
  // The longest name comes first, because "@Ann Lee" must not match "@Ann".
  const byLength = members.toSorted((one, other) => other.name.length - one.name.length);
  const taken = new Set<number>();
  const found: ChatPerson[] = [];
  for (const person of byLength) {
    const spots = findPositions(lower, person.name.toLowerCase());
    const free = spots.filter((spot) => !taken.has(spot) || isNamesake(person, found));
    if (free.length > 0) {
      free.forEach((spot) => taken.add(spot));
      found.push({ user: person.user, name: person.name });
    }
  }
  return found.slice(0, MOST_MENTIONS);
}

function isNamesake({ name }: ChatPerson, found: readonly ChatPerson[]): boolean {
  return found.some((other) => other.name.toLowerCase() === name.toLowerCase());
}

function findPositions(text: string, name: string): number[] {
  const spots: number[] = [];
  if (name === "") {
    return spots;
  }
  for (let at = text.indexOf(`@${name}`); at !== -1; at = text.indexOf(`@${name}`, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + 1 + name.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) {
      spots.push(at);
    }
  }
  return spots;
}
