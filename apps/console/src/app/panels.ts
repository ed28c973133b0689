import {
  AudioLines,
  BookUser,
  Command,
  ContactRound,
  Gift,
  Grid3x3,
  History,
  ListOrdered,
  MessageSquare,
  Phone,
  PhoneOff,
  Settings,
  Trophy,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import { type ComponentType, lazy } from "react";

import { permissions, type Role } from "@linedesk/contract";
import type { CallerCard } from "../client/caller-card.ts";
import { KEYPAD_KEY, KEYPAD_PANEL } from "../features/lines/keypad-key.ts";
import { KeypadPanel } from "../features/lines/Keypad.tsx";
import type { PanelKeys } from "../lib/key-binding.ts";
import { withWords } from "../ui/LazyWords.tsx";
import { panelMessages } from "./panel-messages.ts";

export interface PanelWays {
  openCaller: (id: string) => void;
  /** The caller whose card the address names; `null` means the search. */
  card: CallerCard | null;
  showCard: (card: CallerCard | null) => void;
}

/** The props of every panel. A panel reads its data with its own hooks. */
export interface PanelProps extends PanelWays {
  open: boolean;
  close: () => void;
}

type TitleKey =
  | `panels.${Exclude<keyof typeof panelMessages, `${"caller" | "queue"}Tab` | `sheet${string}` | "sideTabs" | "unread">}`
  | "keypad.title";

export interface PanelDefinition {
  /** The panel's name in the address: `?panels=settings`. */
  id: string;
  title: TitleKey;
  Panel: ComponentType<PanelProps>;
  shortcut: PanelKeys | null;
  icon: LucideIcon;
  roles: readonly Role[];
  /** Is true when the panel belongs to a call: only the call opens it, and the bar has no button. */
  ofCall?: true;
  inTopBar?: true;
}

const BulkRejectPanel = lazy(async () => {
  const words = await import("../features/bulk/bulk-messages.ts");
  const loaded = await import("../features/bulk/BulkRejectPanel.tsx");
  return { default: withWords(loaded.BulkRejectPanel, { bulk: words.bulkMessages }) };
});
const ChatPanel = lazy(async () => {
  const words = await import("../features/chat/chat-messages.ts");
  const loaded = await import("../features/chat/ChatPanel.tsx");
  return { default: withWords(loaded.ChatPanel, { chat: words.chatMessages }) };
});
const StationConference = lazy(async () => {
  const loaded = await import("./StationConference.tsx");
  return { default: loaded.StationConference };
});
const ContestPanel = lazy(async () => {
  const words = await import("../features/contest/contest-messages.ts");
  const loaded = await import("../features/contest/ContestPanel.tsx");
  return { default: withWords(loaded.ContestPanel, { contest: words.contestMessages }) };
});
const DialPanel = lazy(async () => {
  const words = await import("../features/dial/dial-messages.ts");
  const loaded = await import("../features/dial/DialPanel.tsx");
  return { default: withWords(loaded.DialPanel, { dial: words.dialMessages }) };
});
const PhoneBookPanel = lazy(async () => {
  const words = await import("../features/contacts/contact-messages.ts");
  const loaded = await import("../features/contacts/PhoneBookPanel.tsx");
  return { default: withWords(loaded.PhoneBookPanel, { contacts: words.contactMessages }) };
});
const HistoryPanel = lazy(async () => {
  const words = await import("../features/people/people-messages.ts");
  const loaded = await import("../features/people/HistoryPanel.tsx");
  return {
    default: withWords(loaded.HistoryPanel, {
      history: words.historyMessages,
      people: words.peopleMessages,
    }),
  };
});
const PeoplePanel = lazy(async () => {
  const words = await import("../features/people/people-messages.ts");
  const loaded = await import("../features/people/PeoplePanel.tsx");
  return {
    default: withWords(loaded.PeoplePanel, {
      people: words.peopleMessages,
      history: words.historyMessages,
    }),
  };
});
const PrizePanel = lazy(async () => {
  const words = await import("../features/prizes/prize-messages.ts");
  const loaded = await import("./StationPrizes.tsx");
  return { default: withWords(loaded.StationPrizes, { prizes: words.prizeMessages }) };
});
const SettingsPanel = lazy(async () => {
  const words = await import("../features/settings/settings-messages.ts");
  const { microphoneMessages } = await import("../ui/microphone-messages.ts");
  const loaded = await import("../features/settings/SettingsPanel.tsx");
  return {
    default: withWords(loaded.SettingsPanel, {
      settings: words.settingsMessages,
      microphone: microphoneMessages,
    }),
  };
});
const SoundCheckPanel = lazy(async () => {
  const words = await import("../features/sound-check/sound-check-messages.ts");
  const loaded = await import("../features/sound-check/SoundCheckPanel.tsx");
  return { default: withWords(loaded.SoundCheckPanel, { soundCheck: words.soundCheckMessages }) };
});
const TimelinePanel = lazy(async () => {
  const words = await import("../features/timeline/timeline-messages.ts");
  const loaded = await import("../features/timeline/TimelinePanel.tsx");
  return { default: withWords(loaded.TimelinePanel, { timeline: words.timelineMessages }) };
});

function loadPalette() {
  return import("../features/palette/PalettePanel.tsx");
}

const PalettePanel = lazy(async () => {
  const { paletteMessages } = await import("../features/palette/palette-messages.ts");
  const loaded = await loadPalette();
  return { default: withWords(loaded.PalettePanel, { palette: paletteMessages }) };
});

/** Loads the palette after the desk, so that the palette opens at once. */
export function preloadPalette(): void {
  // If the load fails, it is tried again when the palette opens, which then reports the error.
  loadPalette().catch(() => undefined);
}

/** The panel whose button shows the number of new messages, and which has its own page address. */
export const CHAT_PANEL = "chat";

/**
 * The registry of panels. Button, key, address and words derive from it. If the bar is too narrow,
 * the last panels are in a menu.
 */
export const panels: readonly PanelDefinition[] = [
  {
    id: "commands",
    title: "panels.palette",
    Panel: PalettePanel,
    shortcut: { keys: ["Control+k", "Meta+k"], keyLabel: "Ctrl K", scope: "anywhere" },
    icon: Command,
    roles: permissions.screen,
    inTopBar: true,
  },
  {
    id: "dial",
    title: "panels.dial",
    Panel: DialPanel,
    shortcut: { keys: ["d"] },
    icon: Phone,
    roles: permissions.dial,
  },
  {
    id: KEYPAD_PANEL,
    title: "keypad.title",
    Panel: KeypadPanel,
    shortcut: KEYPAD_KEY,
    icon: Grid3x3,
    roles: permissions.screen,
  },
  {
    id: "phone-book",
    title: "panels.contacts",
    Panel: PhoneBookPanel,
    shortcut: { keys: ["p"] },
    icon: BookUser,
    roles: permissions.screen,
  },
  {
    id: "prizes",
    title: "panels.prizes",
    Panel: PrizePanel,
    shortcut: { keys: ["w"] },
    icon: Gift,
    roles: permissions.screen,
  },
  {
    id: "bulk-reject",
    title: "panels.bulk",
    Panel: BulkRejectPanel,
    shortcut: { keys: ["r"] },
    icon: PhoneOff,
    roles: permissions.desk,
  },
  {
    id: CHAT_PANEL,
    title: "panels.chat",
    Panel: ChatPanel,
    shortcut: { keys: ["c"] },
    icon: MessageSquare,
    roles: permissions.screen,
  },
  {
    id: "settings",
    title: "panels.settings",
    Panel: SettingsPanel,
    shortcut: { keys: ["s"] },
    icon: Settings,
    roles: permissions.screen,
  },
  {
    id: "callers",
    title: "panels.people",
    Panel: PeoplePanel,
    shortcut: { keys: ["i"] },
    icon: ContactRound,
    roles: permissions.screen,
  },
  {
    id: "history",
    title: "panels.history",
    Panel: HistoryPanel,
    shortcut: { keys: ["Shift+H"] },
    icon: History,
    roles: permissions.screen,
  },
  {
    id: "conference",
    title: "panels.conference",
    Panel: StationConference,
    shortcut: null,
    icon: UsersRound,
    roles: permissions.air,
  },
  {
    id: "contest",
    title: "panels.contest",
    Panel: ContestPanel,
    shortcut: null,
    icon: Trophy,
    roles: permissions.screen,
  },
  {
    id: "sound-check",
    title: "panels.soundCheck",
    Panel: SoundCheckPanel,
    shortcut: null,
    icon: AudioLines,
    roles: permissions.screen,
  },
  {
    id: "timeline",
    title: "panels.timeline",
    Panel: TimelinePanel,
    shortcut: null,
    icon: ListOrdered,
    roles: permissions.screen,
    ofCall: true,
  },
];

export const eagerPanelMessages = {
  panels: panelMessages,
};
