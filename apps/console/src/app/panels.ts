import {
  Grid3x3,
  ListOrdered,
  Phone,
  PhoneOff,
  Settings,
  Trophy,
  type LucideIcon,
} from "lucide-react";
import { type ComponentType, lazy } from "react";

import { permissions, type Role } from "@linedesk/contract";
import { bulkMessages } from "../features/bulk/bulk-messages.ts";
import { BulkRejectPanel } from "../features/bulk/BulkRejectPanel.tsx";
import { contestMessages } from "../features/contest/contest-messages.ts";
import { ContestPanel } from "../features/contest/ContestPanel.tsx";
import { dialMessages } from "../features/dial/dial-messages.ts";
import { DialPanel } from "../features/dial/DialPanel.tsx";
import { KeypadPanel } from "../features/lines/KeypadPanel.tsx";
import { settingsMessages } from "../features/settings/settings-messages.ts";
import { timelineMessages } from "../features/timeline/timeline-messages.ts";
import { TimelinePanel } from "../features/timeline/TimelinePanel.tsx";
import type { Messages } from "../lib/messages.ts";

/** What every panel is given; it reads its data by its own hooks. */
export interface PanelProps {
  open: boolean;
  close: () => void;
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
  /** A key that works while nobody types; null where there is none. */
  shortcut: { keys: string[]; keyLabel: string } | null;
  icon: LucideIcon;
  /** Who has the button and the key. */
  roles: readonly Role[];
  /** A card of the side column, or a dialog of its own. */
  shownAs: "card" | "dialog";
  /** Opened from a call alone: it has no button of its own. */
  ofCall?: true;
}

/** A chunk of its own: nobody needs it for the first call [SH17]. */
const SettingsPanel = lazy(async () => {
  const loaded = await import("../features/settings/SettingsPanel.tsx");
  return { default: loaded.SettingsPanel };
});

/** One entry a panel: button, key, address, words and gallery follow from it. */
export const panels: readonly PanelDefinition[] = [
  {
    id: "dial",
    title: "dial.title",
    Panel: DialPanel,
    shortcut: { keys: ["d"], keyLabel: "D" },
    icon: Phone,
    roles: permissions.dial,
    shownAs: "card",
  },
  {
    id: "keypad",
    title: "keypad.title",
    Panel: KeypadPanel,
    shortcut: { keys: ["k"], keyLabel: "K" },
    icon: Grid3x3,
    roles: permissions.screen,
    shownAs: "card",
  },
  {
    id: "bulk-reject",
    title: "bulk.title",
    Panel: BulkRejectPanel,
    shortcut: { keys: ["r"], keyLabel: "R" },
    icon: PhoneOff,
    roles: permissions.desk,
    shownAs: "card",
  },
  {
    id: "contest",
    title: "contest.title",
    Panel: ContestPanel,
    shortcut: null,
    icon: Trophy,
    roles: permissions.screen,
    shownAs: "card",
  },
  {
    id: "settings",
    title: "settings.title",
    Panel: SettingsPanel,
    shortcut: { keys: ["s"], keyLabel: "S" },
    icon: Settings,
    roles: permissions.screen,
    shownAs: "dialog",
  },
  {
    id: "timeline",
    title: "timeline.title",
    Panel: TimelinePanel,
    shortcut: null,
    icon: ListOrdered,
    roles: permissions.screen,
    shownAs: "card",
    ofCall: true,
  },
];

/** The words of the panels, for the catalogue. */
export const panelMessages = {
  bulk: bulkMessages,
  contest: contestMessages,
  dial: dialMessages,
  settings: settingsMessages,
  timeline: timelineMessages,
};
