import { useNavigate, useParams } from "@tanstack/react-router";
import { useCallback } from "react";

import { useDeskSize } from "../ui/use-desk-size.ts";
import { openPanel, raisePanel, readStationSearch } from "./station-search.ts";

const CONTEST_PANEL = "contest";

/** Returns a function that opens the contest at the desk, from every page of the station. */
export function useOpenContest(): () => void {
  const navigate = useNavigate();
  const { station = "" } = useParams({ strict: false });
  const isWide = useDeskSize() === "wide";
  return useCallback(() => {
    const open = isWide ? openPanel : raisePanel;
    void navigate({
      to: "/$station",
      params: { station },
      search: (before) => open(readStationSearch(before), CONTEST_PANEL),
    });
    // An open card may be above or below the visible part of the column.
    document.querySelector(`[data-region="${CONTEST_PANEL}"]`)?.scrollIntoView({ block: "start" });
  }, [navigate, station, isWide]);
}
