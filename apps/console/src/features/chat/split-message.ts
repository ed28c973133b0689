import type { ChatPerson } from "@linedesk/contract";

/** A part of a message; no part is interpreted as markup. */
export type MessagePiece =
  | { type: "text"; text: string }
  | { type: "link"; text: string; href: string }
  | { type: "mention"; text: string; user: string };

export function splitMessage(text: string, mentions: readonly ChatPerson[]): MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let done = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const shown = trimLink(match[0]);
    const href = readHref(shown);
    if (href === null) {
      continue;
    }
    pieces.push(...splitNames(text.slice(done, match.index), mentions));
    pieces.push({ type: "link", text: shown, href });
    done = match.index + shown.length;
  }
  pieces.push(...splitNames(text.slice(done), mentions));
  return pieces;
}

/** Removes final punctuation from a link, and a closing bracket without an opening one. */
function trimLink(found: string): string {
  let link = found;
  while (/[.,;:!?'*_~)\]}]$/.test(link)) {
    if (link.endsWith(")") && link.split("(").length >= link.split(")").length) {
      return link;
    }
    link = link.slice(0, -1);
  }
  return link;
}

/** Returns the URL of a web page; `null` for anything else. */
function readHref(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}

function splitNames(text: string, mentions: readonly ChatPerson[]): MessagePiece[] {
  const lower = text.toLowerCase();
  const found = mentions
    .toSorted((one, other) => other.name.length - one.name.length)
    .map(({ user, name }) => ({ user, name: `@${name.toLowerCase()}` }));
  const pieces: MessagePiece[] = [];
  let done = 0;
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    const mention = found.find(({ name }) => lower.startsWith(name, at));
    if (mention === undefined || at < done) {
      continue;
    }
    const end = at + mention.name.length;
    pieces.push(...asText(text.slice(done, at)));
    pieces.push({ type: "mention", text: text.slice(at, end), user: mention.user });
    done = end;
  }
  return [...pieces, ...asText(text.slice(done))];
}

function asText(text: string): MessagePiece[] {
  return text === "" ? [] : [{ type: "text", text }];
}
