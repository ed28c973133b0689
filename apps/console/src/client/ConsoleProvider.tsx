import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { Provider, useSelector } from "react-redux";

import type { ConsoleContext } from "./console-context.ts";
import type { RootState } from "./store/store.ts";

const Context = createContext<ConsoleContext | null>(null);

export class MissingProviderError extends Error {
  override name = "MissingProviderError";
  readonly code = "missing_provider";
}

interface ConsoleProviderProps {
  context: ConsoleContext;
  queries: QueryClient;
  children: ReactNode;
}

/** Hands the console's one context to the screens; it lives as long as the page. */
export function ConsoleProvider({ context, queries, children }: ConsoleProviderProps) {
  return (
    <Context.Provider value={context}>
      <Provider store={context.store}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </Provider>
    </Context.Provider>
  );
}

export function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } });
}

export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (context === null) {
    throw new MissingProviderError("useConsole stands outside ConsoleProvider");
  }
  return context;
}

export function useRootState<T>(select: (state: RootState) => T): T {
  return useSelector(select);
}
