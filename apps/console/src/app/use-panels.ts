import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { Role } from "@linedesk/contract";
import { useRootState } from "../client/ConsoleProvider.tsx";
import { type PanelDefinition, panels } from "./panels.ts";
import {
  closePanel,
  closePanels,
  openPanel,
  raisePanel,
  readOpenPanels,
  type StationSearch,
  toggleFrontPanel,
  togglePanel,
} from "./station-search.ts";

export interface StationPanel extends PanelDefinition {
  label: string;
  isOpen: boolean;
  isLast: boolean;
  raise: () => void;
  toggle: () => void;
  open: () => void;
  close: () => void;
}

/** With `onlyOne` the page shows only the panel that opened last. */
export function usePanels(memberRole: Role, onlyOne: boolean): StationPanel[] {
  const t = useTranslations();
  const search = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  const looks = useMemo(() => {
    function change(how: ChangeOfSearch, id: string): void {
      void navigate({ search: (before) => how(before, id), replace: true });
    }
    return panels
      .filter(({ roles }) => roles.includes(memberRole))
      .map((panel) => {
        const { id } = panel;
        const closed = {
          ...panel,
          label: t(panel.title),
          isOpen: false,
          isLast: false,
          raise: () => change(raisePanel, id),
          toggle: () => change(onlyOne ? toggleFrontPanel : togglePanel, id),
          open: () => change(openPanel, id),
          close: () => change(closePanel, id),
        };
        const isOpen = { ...closed, isOpen: true };
        return { closed, isOpen, isLast: { ...isOpen, isLast: true } };
      });
  }, [t, navigate, memberRole, onlyOne]);
  // An unchanged panel keeps its object, so that only the button of the opened one redraws.
  return useMemo(() => {
    const open = readOpenPanels(search);
    return looks.map(({ closed, isOpen, isLast }) => {
      const { id } = closed;
      return open.at(-1) === id ? isLast : open.includes(id) ? isOpen : closed;
    });
  }, [looks, search]);
}

export function useClosePanels(): () => void {
  const navigate = useNavigate({ from: "/$station" });
  return useCallback(() => void navigate({ search: closePanels, replace: true }), [navigate]);
}

type ChangeOfSearch = (before: StationSearch, id: string) => StationSearch;

export function useCardOpenings(panels: readonly StationPanel[]): void {
  useOpening(
    panels,
    "timeline",
    useRootState((state) => state.seats.timeline.requests),
  );
  useOpening(
    panels,
    "prizes",
    useRootState((state) => state.seats.prizeRequests),
  );
  useOpening(
    panels,
    "dial",
    useRootState((state) => state.seats.dialRequests),
  );
}

function useOpening(panels: readonly StationPanel[], card: string, requests: number): void {
  const seen = useRef(requests);
  useEffect(() => {
    if (requests === seen.current) {
      return;
    }
    seen.current = requests;
    const panel = panels.find(({ id }) => id === card);
    if (panel?.isOpen === false) {
      panel.toggle();
    }
  }, [requests, panels, card]);
}
