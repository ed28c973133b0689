import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { listCallers } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { useOpenStation } from "../../client/use-permission.ts";
import type { SearchView } from "./profile-view.ts";

const PAGE_SIZE = 50;

/** Callers as one types; a request that nobody waits for any more is given up [CL28]. */
export function useSearch(): SearchView {
  const { http } = useConsole();
  const station = useOpenStation()?.id ?? "";
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
  return {
    find,
    search,
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    loading: query.isFetching,
    more: query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : null,
    failed:
      query.error === null
        ? null
        : { words: describeFailure(query.error).words, retry: () => void query.refetch() },
  };
}
