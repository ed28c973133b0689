import {
  AudioLines,
  BookUser,
  Command,
  ContactRound,
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
import { bulkMessages } from "../features/bulk/bulk-messages.ts";
import { chatMessages } from "../features/chat/chat-messages.ts";
import { conferenceMessages } from "../features/conference/conference-messages.ts";
import { contactMessages } from "../features/contacts/contact-messages.ts";
import { contestMessages } from "../features/contest/contest-messages.ts";
import { dialMessages } from "../features/dial/dial-messages.ts";
import { KeypadPanel } from "../features/lines/KeypadPanel.tsx";
import { paletteMessages } from "../features/palette/palette-messages.ts";
import { historyMessages, peopleMessages } from "../features/people/people-messages.ts";
import { settingsMessages } from "../features/settings/settings-messages.ts";
import { soundCheckMessages } from "../features/sound-check/sound-check-messages.ts";
import { timelineMessages } from "../features/timeline/timeline-messages.ts";
import type { Messages } from "../lib/messages.ts";
import type { CommandScope } from "../ui/keys/command.ts";

/** What every panel is given; it reads its data by its own hooks, as a card beside the queue. */
export interface PanelProps {
  open: boolean;
  close: () => void;
  /** Brings a caller into the caller's panel. */
  openCaller: (id: string) => void;
}

/** The keys `*.title` of all namespaces, those with arguments left out. */
type TitleKey = {
  [Name in keyof Messages]: Messages[Name] extends { title: infer Title extends string }
    ? Title extends `${string}{${string}`
      ? never
      : `${Name}.title`
    : never;
}[keyof Messages];

export interface PanelDefinition {
  /** Also stands in the address: `?panels=settings`. */
  id: string;
  /** The words of its button, its card and its command. */
  title: TitleKey;
  Panel: ComponentType<PanelProps>;
  /** A key that works while nobody types, or in its scope; null where there is none. */
  shortcut: { keys: string[]; keyLabel: string; scope?: CommandScope } | null;
  icon: LucideIcon;
  /** Who has the button and the key. */
  roles: readonly Role[];
  /** Opened from a call alone: it has no button of its own. */
  ofCall?: true;
  /** Its button stands in the bar at the top. */
  inTopBar?: true;
}

// A chunk of its own for each card that nobody needs for the first call [SH17].
const BulkRejectPanel = lazy(async () => {
  const loaded = await import("../features/bulk/BulkRejectPanel.tsx");
  return { default: loaded.BulkRejectPanel };
});
const ChatPanel = lazy(async () => {
  const loaded = await import("../features/chat/ChatPanel.tsx");
  return { default: loaded.ChatPanel };
});
const ConferencePanel = lazy(async () => {
  const loaded = await import("../features/conference/ConferencePanel.tsx");
  return { default: loaded.ConferencePanel };
});
const ContestPanel = lazy(async () => {
  const loaded = await import("../features/contest/ContestPanel.tsx");
  return { default: loaded.ContestPanel };
});
const DialPanel = lazy(async () => {
  const loaded = await import("../features/dial/DialPanel.tsx");
  return { default: loaded.DialPanel };
});
const PhoneBookPanel = lazy(async () => {
  const loaded = await import("../features/contacts/PhoneBookPanel.tsx");
  return { default: loaded.PhoneBookPanel };
});
const HistoryPanel = lazy(async () => {
  const loaded = await import("../features/people/HistoryPanel.tsx");
  return { default: loaded.HistoryPanel };
});
const PeoplePanel = lazy(async () => {
  const loaded = await import("../features/people/PeoplePanel.tsx");
  return { default: loaded.PeoplePanel };
});
const SettingsPanel = lazy(async () => {
  const loaded = await import("../features/settings/SettingsPanel.tsx");
  return { default: loaded.SettingsPanel };
});
const SoundCheckPanel = lazy(async () => {
  const loaded = await import("../features/sound-check/SoundCheckPanel.tsx");
  return { default: loaded.SoundCheckPanel };
});
const TimelinePanel = lazy(async () => {
  const loaded = await import("../features/timeline/TimelinePanel.tsx");
  return { default: loaded.TimelinePanel };
});

function loadPalette() {
  return import("../features/palette/PalettePanel.tsx");
}

const PalettePanel = lazy(async () => {
  const loaded = await loadPalette();
  return { default: loaded.PalettePanel };
});

/** Fetched once the desk stands, so that the palette opens at once [KY39]. */
export function warmPalette(): void {
  // Where it cannot be fetched now, opening it tries again, and says why not.
  loadPalette().catch(() => undefined);
}

/** Has a count of what is new on its button, and a page address of its own. */
export const CHAT_PANEL = "chat";

/**
 * One entry a panel: button, key, address, words and gallery follow from it. Where the bar has no
 * room the last ones stand in its menu.
 */
export const panels: readonly PanelDefinition[] = [
  {
    id: "commands",
    title: "palette.title",
    Panel: PalettePanel,
    shortcut: { keys: ["Control+k", "Meta+k"], keyLabel: "Ctrl K", scope: "anywhere" },
    icon: Command,
    roles: permissions.screen,
    inTopBar: true,
  },
  {
    id: "dial",
    title: "dial.title",
    Panel: DialPanel,
    shortcut: { keys: ["d"], keyLabel: "D" },
    icon: Phone,
    roles: permissions.dial,
  },
  {
    id: "keypad",
    title: "keypad.title",
    Panel: KeypadPanel,
    shortcut: { keys: ["k"], keyLabel: "K" },
    icon: Grid3x3,
    roles: permissions.screen,
  },
  {
    id: "phone-book",
    title: "contacts.title",
    Panel: PhoneBookPanel,
    shortcut: { keys: ["p"], keyLabel: "P" },
    icon: BookUser,
    roles: permissions.screen,
  },
  {
    id: "bulk-reject",
    title: "bulk.title",
    Panel: BulkRejectPanel,
    shortcut: { keys: ["r"], keyLabel: "R" },
    icon: PhoneOff,
    roles: permissions.desk,
  },
  {
    id: CHAT_PANEL,
    title: "chat.title",
    Panel: ChatPanel,
    shortcut: { keys: ["c"], keyLabel: "C" },
    icon: MessageSquare,
    roles: permissions.screen,
  },
  {
    id: "settings",
    title: "settings.title",
    Panel: SettingsPanel,
    shortcut: { keys: ["s"], keyLabel: "S" },
    icon: Settings,
    roles: permissions.screen,
  },
  {
    id: "callers",
    title: "people.title",
    Panel: PeoplePanel,
    shortcut: null,
    icon: ContactRound,
    roles: permissions.screen,
  },
  {
    id: "history",
    title: "history.title",
    Panel: HistoryPanel,
    shortcut: null,
    icon: History,
    roles: permissions.screen,
  },
  {
    id: "conference",
    title: "conference.title",
    Panel: ConferencePanel,
    shortcut: null,
    icon: UsersRound,
    roles: permissions.air,
  },
  {
    id: "contest",
    title: "contest.title",
    Panel: ContestPanel,
    shortcut: null,
    icon: Trophy,
    roles: permissions.screen,
  },
  {
    id: "sound-check",
    title: "soundCheck.title",
    Panel: SoundCheckPanel,
    shortcut: null,
    icon: AudioLines,
    roles: permissions.screen,
  },
  {
    id: "timeline",
    title: "timeline.title",
    Panel: TimelinePanel,
    shortcut: null,
    icon: ListOrdered,
    roles: permissions.screen,
    ofCall: true,
  },
];

/** The words of the panels, for the catalogue. */
export const panelMessages = {
  bulk: bulkMessages,
  chat: chatMessages,
  conference: conferenceMessages,
  contacts: contactMessages,
  contest: contestMessages,
  dial: dialMessages,
  history: historyMessages,
  palette: paletteMessages,
  people: peopleMessages,
  settings: settingsMessages,
  soundCheck: soundCheckMessages,
  timeline: timelineMessages,
};
