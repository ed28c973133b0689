import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { ChatMessage, ChatPerson } from "@linedesk/contract";

export interface Outgoing {
  key: string;
  station: string;
  text: string;
  card: { call: string; name: string } | null;
  /** The time of writing, in milliseconds. */
  at: number;
  state:
    | { status: "sending" }
    /** The send failed and is tried again. */
    | { status: "waiting" }
    /** The server has the message. It stays here until the chat contains it. */
    | { status: "sent"; message: ChatMessage }
    /** The server refused the message. */
    | { status: "refused"; words: string };
}

export interface ChatState {
  /** The station whose chat is followed: the chosen one, else the open one. */
  station: string | null;
  /** The setting `chatStation`. */
  chosen: string | null;
  /** The setting `chatCleared`: by station, the time up to which messages are hidden. */
  cleared: Record<string, string>;
  isOpen: boolean;
  isLive: boolean;
  isLoaded: boolean;
  /** The messages, oldest first, without gaps. */
  messages: ChatMessage[];
  hasOlder: boolean;
  typing: ChatPerson[];
  outgoing: Outgoing[];
}

/**
 * The maximum number of messages that stay when new ones arrive. Scrolling loads older ones again.
 */
const MAX_MESSAGES = 5_000;
/** The limit of shown names; nobody would read a longer list. */
const MAX_TYPING = 5;

const initialState: ChatState = {
  station: null,
  chosen: null,
  cleared: {},
  isOpen: false,
  isLive: false,
  isLoaded: false,
  messages: [],
  hasOlder: false,
  typing: [],
  outgoing: [],
};

/** New messages, in their order. */
export interface ChatBatch {
  messages: ChatMessage[];
  /**
   * These messages replace all earlier ones, after the first load or when more messages were missed
   * than the limit allows.
   */
  replacesAll: boolean;
  /** With `replacesAll`, true when older messages exist. */
  hasOlder: boolean;
}

export const chatSlice = createSlice({
  name: "chat",
  initialState,
  reducers: {
    chatFollowed: (before, action: PayloadAction<string | null>): ChatState => ({
      ...initialState,
      station: action.payload,
      chosen: before.chosen,
      cleared: before.cleared,
      isOpen: before.isOpen,
      outgoing: before.outgoing,
    }),
    chatSettingsChanged(
      state,
      action: PayloadAction<Partial<Pick<ChatState, "chosen" | "cleared">>>,
    ) {
      Object.assign(state, action.payload);
    },
    chatToggled(state, action: PayloadAction<boolean>) {
      state.isOpen = action.payload;
    },
    chatLiveChanged(state, action: PayloadAction<boolean>) {
      state.isLive = action.payload;
    },
    batchArrived(state, action: PayloadAction<ChatBatch>) {
      const { messages, replacesAll, hasOlder } = action.payload;
      const all = replacesAll ? messages : [...state.messages, ...messages];
      const writers = new Set(messages.map(({ from }) => from.user));
      state.messages = all.slice(-MAX_MESSAGES);
      state.hasOlder = (replacesAll ? hasOlder : state.hasOlder) || all.length > MAX_MESSAGES;
      state.isLoaded = true;
      state.typing = state.typing.filter(({ user }) => !writers.has(user));
    },
    olderLoaded(state, action: PayloadAction<{ messages: ChatMessage[]; hasOlder: boolean }>) {
      const first = state.messages[0]?.number ?? Infinity;
      const older = action.payload.messages.filter(({ number }) => number < first);
      state.messages = [...older, ...state.messages];
      state.hasOlder = action.payload.hasOlder;
    },
    outgoingChanged(state, action: PayloadAction<Outgoing[]>) {
      state.outgoing = action.payload;
    },
    typingStarted(state, action: PayloadAction<ChatPerson>) {
      const others = state.typing.filter(({ user }) => user !== action.payload.user);
      state.typing = [...others, action.payload].slice(-MAX_TYPING);
    },
    typingEnded(state, action: PayloadAction<string>) {
      state.typing = state.typing.filter(({ user }) => user !== action.payload);
    },
  },
});

export const {
  chatFollowed,
  chatSettingsChanged,
  chatToggled,
  chatLiveChanged,
  batchArrived: chatBatchArrived,
  olderLoaded: olderChatLoaded,
  outgoingChanged,
  typingStarted,
  typingEnded,
} = chatSlice.actions;
