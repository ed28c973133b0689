import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";

import { nextOfPages } from "./next-of-pages.ts";
import type { PagesView } from "./profile-view.ts";

interface Page {
  items: readonly unknown[];
}

type Pages<P> = Pick<
  UseInfiniteQueryResult<InfiniteData<P>>,
  "data" | "isFetching" | "isError" | "hasNextPage" | "fetchNextPage"
>;

export function usePages<P extends Page>(
  query: Pages<P>,
): PagesView<P["items"][number]> & { last: P | null } {
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const pages = data?.pages ?? [];
  const next = hasNextPage && !isError ? nextOfPages(pages) : "waits";
  const goesOn = next === "goes_on";
  useEffect(() => {
    if (goesOn && !isFetching) {
      void fetchNextPage();
    }
  }, [goesOn, isFetching, fetchNextPage]);
  const fetch = hasNextPage && !isError && !isFetching ? () => void fetchNextPage() : null;
  return {
    items: pages.flatMap(({ items }) => items),
    loading: isFetching || goesOn,
    more: next === "asks" ? null : fetch,
    continueSearch: next === "asks" ? fetch : null,
    last: pages.at(-1) ?? null,
  };
}
