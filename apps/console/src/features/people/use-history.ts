import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";

import { callerHistory, exportHistory, nameCsvFile, writeCsvFile } from "@linedesk/contract";
import {
  useConsole,
  useRootState,
  useOtherStation,
  usePermissionAt,
  useStationById,
} from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { useFileExport } from "../../client/use-file-export.ts";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { listHistoryColumns, loadPastCalls } from "./history-file.ts";
import { type HistoryFilter, type HistoryView, noFilter } from "./profile-view.ts";
import { usePages } from "./use-pages.ts";

const PAGE_SIZE = 50;
const noLines: HistoryView["lines"] = [];

interface WhoseCalls {
  station: string;
  /** Opens a caller's card; `null` on a page without a desk. */
  openCard: HistoryView["openCard"];
  openTimeline: HistoryView["openTimeline"];
  dial: HistoryView["dial"];
  caller: string | null;
  name: string | null;
  showAll: (() => void) | null;
}

function toQuery(caller: string | null, filter: HistoryFilter) {
  const { outcome, line, from, to, text, mine } = filter;
  return {
    ...(caller === null ? {} : { caller }),
    ...(outcome === "" ? {} : { outcome }),
    ...(line === "" ? {} : { line }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(text.trim() === "" ? {} : { text: text.trim() }),
    ...(mine ? { mine: "true" as const } : {}),
  };
}

type Wanted = ReturnType<typeof toQuery>;

export function useHistory(whose: WhoseCalls): HistoryView {
  const { station: id, caller, name, showAll, openCard, openTimeline, dial } = whose;
  const { http } = useConsole();
  const station = useStationById(id);
  const lines = useRootState(({ calls, watched }) =>
    calls.station === id ? calls.phoneLines : (watched.byStation[id]?.phoneLines ?? noLines),
  );
  const snapshots = useRootState((state) => state.calls.snapshots);
  const [filter, setFilter] = useState(noFilter);
  const wanted = toQuery(caller, useDeferredValue(filter));
  const query = useInfiniteQuery({
    queryKey: ["history-of-calls", id, wanted, snapshots],
    enabled: id !== "",
    initialPageParam: "",
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      http.call(callerHistory, {
        params: { id },
        query: { ...wanted, limit: PAGE_SIZE, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const file = useHistoryFile({ id, callSign: station?.callSign ?? "", wanted });
  const { last, ...pages } = usePages(query);
  const failure = query.error ?? file.error;
  return {
    station: id,
    elsewhere: useOtherStation(id),
    openCard,
    openTimeline,
    dial,
    of: caller === null ? null : (name ?? ""),
    showAll,
    filter,
    change: (change) => setFilter((before) => ({ ...before, ...change })),
    lines,
    ...pages,
    lookedBackTo: last?.lookedBackTo ?? null,
    failed:
      failure === null
        ? null
        : { words: describeFailure(failure).words, retry: () => void query.refetch() },
    exportCsv: usePermissionAt(id, "admin") ? file.save : null,
    exporting: file.loading,
    exportCut: file.isCut,
  };
}

function useHistoryFile(of: { id: string; callSign: string; wanted: Wanted }) {
  const { http } = useConsole();
  const t = useTranslations("history");
  const ends = useTranslations("history.ended");
  const formats = useTimeFormats();
  const file = useFileExport();
  const [isCut, setCut] = useState(false);
  const save = () => {
    setCut(false);
    file.run(async ({ onRead, signal }) => {
      const loaded = await loadPastCalls(
        (cursor) =>
          http.call(exportHistory, {
            params: { id: of.id },
            body: cursor === null ? of.wanted : { ...of.wanted, cursor },
            signal,
          }),
        { onLoaded: onRead, signal },
      );
      const columns = listHistoryColumns({
        station: of.callSign,
        head: (column) => t(`columns.${column}`),
        outcome: (kind) =>
          kind === "talked" || kind === "left" ? t(`outcomes.${kind}`) : ends(kind),
        time: formats.full,
        rehearsal: t("rehearsal"),
      });
      setCut(loaded.isCut);
      const name = nameCsvFile(t("file"), new Date());
      return { name, text: writeCsvFile(columns, loaded.items) };
    });
  };
  return { save, loading: file.progress, isCut, error: file.error };
}
