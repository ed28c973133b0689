import { useInfiniteQuery } from "@tanstack/react-query";

import { type AuditEntry, exportAudit, listAudit } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { type ExportProgress, useFileExport } from "../../../client/use-file-export.ts";
import { findDayEnd, findDayStart } from "../../../lib/find-day-start.ts";
import { readCsvPages } from "../../../lib/read-csv-pages.ts";

export interface AuditSearch {
  person: string;
  action: string;
  object: string;
  from: string;
  to: string;
}

export const everything: AuditSearch = { person: "", action: "", object: "", from: "", to: "" };

function toFilters({ from, to, ...words }: AuditSearch) {
  return {
    ...Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== "")),
    ...(from === "" ? {} : { from: findDayStart(from) }),
    ...(to === "" ? {} : { to: findDayEnd(to) }),
  };
}

export interface AuditView {
  entries: AuditEntry[] | null;
  failed: string | null;
  /** Loads more entries; `null` when all are shown. */
  showMore: (() => void) | null;
  pending: boolean;
  save: () => void;
  exporting: ExportProgress | null;
}

export function useAudit(station: string, search: AuditSearch): AuditView {
  const { http } = useConsole();
  const params = { id: station };
  const page = useInfiniteQuery({
    queryKey: ["station-admin", station, "audit", search],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...toFilters(search), ...(cursor === null ? {} : { cursor }) };
      return http.call(listAudit, { params, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const file = useFileExport();
  function save(): void {
    file.run((job) => {
      const { signal } = job;
      return readCsvPages((next) => {
        const body = { ...toFilters(search), ...next };
        return http.call(exportAudit, { params, body, signal });
      }, job);
    });
  }
  const error = file.error ?? page.error;
  return {
    entries: page.data?.pages.flatMap(({ items }) => items) ?? null,
    failed: error === null ? null : describeFailure(error).words,
    showMore: page.hasNextPage ? () => void page.fetchNextPage() : null,
    pending: page.isFetching,
    save,
    exporting: file.progress,
  };
}
