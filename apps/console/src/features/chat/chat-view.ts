import type { ChatCard, ChatPerson } from "@linedesk/contract";
import type { ChatDraft } from "../../client/chat/chat.ts";
import type { ChatEntry } from "./build-entries.ts";

export interface ChatView {
  station: { id: string; callSign: string } | null;
  /** Which chats there are; one alone is not chosen from. */
  stations: readonly { id: string; callSign: string }[];
  /** Null for that of the open station. */
  chosen: string | null;
  choose: (station: string | null) => void;
  entries: readonly ChatEntry[];
  loadOlder: (() => void) | null;
  status: "loading" | "live" | "stale";
  /** Names of colleagues who write now. */
  typing: readonly string[];
  people: readonly ChatPerson[];
  attachable: ChatDraft["card"];
  canOpen: (card: ChatCard) => boolean;
  openCaller: (call: string) => void;
  draft: ChatDraft;
  keepDraft: (draft: ChatDraft) => void;
  typed: () => void;
  /** Answers false when too much waits to be sent. */
  send: (draft: ChatDraft) => boolean;
  retry: (key: string) => void;
  remove: (key: string) => void;
  clear: (() => void) | null;
}
