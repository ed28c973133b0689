import type { ShownShortcut } from "./keys/command.ts";

export type MenuEntry =
  | {
      type: "item";
      key: string;
      label: string;
      shortcut?: ShownShortcut;
      danger?: boolean;
      run: () => void;
    }
  | { type: "choice"; key: string; label: string; checked: boolean; run: () => void }
  | { type: "link"; key: string; label: string; detail?: string; href: string; current: boolean }
  | { type: "heading"; key: string; label: string }
  | { type: "line"; key: string };

export type MenuAnchor = Element | { getBoundingClientRect: () => DOMRect };
