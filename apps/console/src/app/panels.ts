import { AudioLines, Settings, type LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

import { permissions, type Role } from "@linedesk/contract";
import { settingsMessages } from "../features/settings/settings-messages.ts";
import { SettingsPanel } from "../features/settings/SettingsPanel.tsx";
import { soundCheckMessages } from "../features/sound-check/sound-check-messages.ts";
import { SoundCheckPanel } from "../features/sound-check/SoundCheckPanel.tsx";
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
}

/** One entry a panel: button, key, address, words and gallery follow from it. */
export const panels: readonly PanelDefinition[] = [
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
    id: "sound-check",
    title: "soundCheck.title",
    Panel: SoundCheckPanel,
    shortcut: null,
    icon: AudioLines,
    roles: permissions.screen,
    shownAs: "card",
  },
];

/** The words of the panels, for the catalogue. */
export const panelMessages = { settings: settingsMessages, soundCheck: soundCheckMessages };
