import type { ChatCard, ChatMessage, ChatPerson } from "@linedesk/contract";
import type { ChatDraft } from "../../client/chat/chat.ts";
import type { Outgoing } from "../../client/store/chat-slice.ts";
import { type MessagePiece, splitMessage } from "./split-message.ts";

export interface ChatEntry {
  key: string;
  from: string;
  isMine: boolean;
  namesMe: boolean;
  /** The time in milliseconds. */
  at: number;
  pieces: MessagePiece[];
  card: ChatCard | null;
  /** Is true when the message closely follows a message of the same person, and shows no name. */
  isContinued: boolean;
  isNewDay: boolean;
  /** The delivery of a message that is not in the chat yet. */
  delivery: null | { status: "sending" | "waiting" } | { status: "refused"; words: string };
}

interface ChatContents {
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  /** The time up to which messages are hidden, as an ISO time. */
  cleared: string | undefined;
  me: { id: string; name: string } | null;
  dayOf: (at: number) => string;
}

/** A further message of the same person within this time shows no name. */
const CONTINUED_MS = 5 * 60_000;

/**
 * Lists the messages that the person has not cleared, then the person's messages that the chat does
 * not contain yet.
 */
export function buildEntries({
  messages,
  outgoing,
  cleared,
  me,
  dayOf,
}: ChatContents): ChatEntry[] {
  const hiddenUntil = cleared === undefined ? -Infinity : Date.parse(cleared);
  const known = new Set(messages.map(({ key }) => key));
  const facts = [
    ...messages
      .filter(({ at }) => !(Date.parse(at) <= hiddenUntil))
      .map((message) => toFacts(message, me?.id ?? null)),
    ...outgoing.filter(({ key }) => !known.has(key)).map((one) => toOutgoingFacts(one, me)),
  ];
  return facts.map((one, index) => {
    const before = facts[index - 1];
    const isNewDay = before === undefined || dayOf(before.at) !== dayOf(one.at);
    const follows = before?.user === one.user && one.at - before.at < CONTINUED_MS;
    const { user: _user, ...entry } = one;
    return { ...entry, isNewDay, isContinued: follows && !isNewDay };
  });
}

type Facts = Omit<ChatEntry, "isContinued" | "isNewDay"> & { user: string | null };

function toFacts({ key, from, at, text, mentions, card }: ChatMessage, me: string | null): Facts {
  return {
    key: `${from.user} ${key}`,
    user: from.user,
    from: from.name,
    isMine: from.user === me,
    namesMe: mentions.some(({ user }) => user === me),
    at: Date.parse(at),
    pieces: splitMessage(text, mentions),
    card,
    delivery: null,
  };
}

function toOutgoingFacts(one: Outgoing, me: ChatContents["me"]): Facts {
  const { state } = one;
  if (state.status === "sent") {
    return toFacts(state.message, me?.id ?? null);
  }
  const { card, key, text, at } = one;
  return {
    key: `${me?.id ?? ""} ${key}`,
    user: me?.id ?? null,
    from: me?.name ?? "",
    isMine: true,
    namesMe: false,
    at,
    pieces: splitMessage(text, []),
    card: card === null ? null : { ...card, numberDisplay: "", location: null, point: "" },
    delivery: state,
  };
}

export interface ChatView {
  station: { id: string; callSign: string } | null;
  /** The available chats. If there is only one, no choice is shown. */
  stations: readonly { id: string; callSign: string }[];
  /** The chosen station; `null` means the open one. */
  chosen: string | null;
  choose: (station: string | null) => void;
  entries: readonly ChatEntry[];
  loadOlder: (() => void) | null;
  status: "loading" | "live" | "stale";
  typing: readonly string[];
  people: readonly ChatPerson[];
  attachable: ChatDraft["card"];
  canOpen: (card: ChatCard) => boolean;
  openCaller: (call: string) => void;
  draft: ChatDraft;
  keepDraft: (draft: ChatDraft) => void;
  typed: () => void;
  /** Returns false when the outbox is full. */
  send: (draft: ChatDraft) => boolean;
  retry: (key: string) => void;
  remove: (key: string) => void;
  clear: (() => void) | null;
}
