import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Role } from "@linedesk/contract";
import { type PanelDefinition, panels } from "./panels.ts";
import {
  closePanel,
  openPanel,
  raisePanel,
  readOpenPanels,
  togglePanel,
} from "./station-search.ts";

export interface StationPanel extends PanelDefinition {
  label: string;
  isOpen: boolean;
  /** Opened last of those that are open. */
  isLast: boolean;
  /** Opens it, or makes it the last. */
  raise: () => void;
  toggle: () => void;
  open: () => void;
  close: () => void;
}

/** The panels that the role may open; which are open stands in the address [SH10]. */
export function usePanels(memberRole: Role): StationPanel[] {
  const t = useTranslations();
  const search = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  return useMemo(() => {
    const open = readOpenPanels(search);
    return panels
      .filter(({ roles }) => roles.includes(memberRole))
      .map((panel) => ({
        ...panel,
        label: t(panel.title),
        isOpen: open.includes(panel.id),
        isLast: open.at(-1) === panel.id,
        raise: () =>
          void navigate({ search: (before) => raisePanel(before, panel.id), replace: true }),
        toggle: () =>
          void navigate({ search: (before) => togglePanel(before, panel.id), replace: true }),
        open: () =>
          void navigate({ search: (before) => openPanel(before, panel.id), replace: true }),
        close: () =>
          void navigate({ search: (before) => closePanel(before, panel.id), replace: true }),
      }));
  }, [t, search, navigate, memberRole]);
}
