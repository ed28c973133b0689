import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useRootState } from "./ConsoleProvider.tsx";

/** Several changes within this time cause one reload of the cards. */
const SETTLE_MS = 500;
/** A list with more pages is not reloaded, because somebody has scrolled far down. */
const MOST_PAGES = 3;

const people = new Set<unknown>(["profile", "callers", "history-of-calls"]);

function isOfPeople({ queryKey, state }: Query): boolean {
  const { data } = state;
  const pages: unknown = typeof data === "object" && data !== null && "pages" in data && data.pages;
  return people.has(queryKey[0]) && (!Array.isArray(pages) || pages.length <= MOST_PAGES);
}

export function useLivePeople(): void {
  const queries = useQueryClient();
  const version = useRootState(({ calls, watched }) =>
    [calls.peopleAt, ...Object.values(watched.byStation).map((one) => one.peopleAt)].join(),
  );
  const last = useRef(version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (version !== last.current) {
      last.current = version;
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void queries.invalidateQueries({ predicate: isOfPeople });
      }, SETTLE_MS);
    }
  }, [version, queries]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
