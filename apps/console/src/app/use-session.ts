import { useMemo } from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";

/** Who is signed in; while nobody is, the console is on its way to the sign-in page. */
export function useSession(): SessionView {
  const context = useConsole();
  const session = useRootState((state) => state.desk.session);
  const failure = useRootState((state) => state.desk.startFailure);
  return useMemo((): SessionView => {
    if (failure !== null) {
      return { status: "failed", words: failure, retry: () => context.retryStart() };
    }
    if (session.status !== "authenticated") {
      return session;
    }
    return {
      status: "authenticated",
      user: session.user,
      signOut: () => void context.session.signOut(),
    };
  }, [context, session, failure]);
}

/** `useSession()`: while unauthenticated the console is on its way to the sign-in page. */
export type SessionView =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "authenticated";
      user: { id: string; name: string; email: string | null };
      signOut: () => void;
    };
