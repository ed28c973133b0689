import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { listCallers } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import type { SearchView } from "./profile-view.ts";
import { usePages } from "./use-pages.ts";

const PAGE_SIZE = 50;

/** Searches callers as the person types; an outdated request is aborted. */
export function useSearch(station: string): SearchView {
  const { http } = useConsole();
  const snapshots = useRootState((state) => state.calls.snapshots);
  const [find, search] = useState("");
  const searched = useDeferredValue(find.trim());
  const query = useInfiniteQuery({
    queryKey: ["callers", station, searched, snapshots],
    enabled: station !== "",
    initialPageParam: "",
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      http.call(listCallers, {
        query: {
          station,
          limit: PAGE_SIZE,
          ...(searched === "" ? {} : { find: searched }),
          ...(pageParam === "" ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const { last: _last, ...pages } = usePages(query);
  return {
    find,
    search,
    ...pages,
    failed:
      query.error === null
        ? null
        : { words: describeFailure(query.error).words, retry: () => void query.refetch() },
  };
}
