import { useMemo } from "react";

import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import type { SignedInUser } from "../client/session/session-client.ts";
import type { StartFailure } from "../client/store/desk-state.ts";

/** Returns the state of the session, with the actions that are possible in this state. */
export function useSession(): SessionView {
  const context = useConsole();
  const session = useRootState((state) => state.desk.session);
  const failure = useRootState((state) => state.desk.startFailure);
  return useMemo((): SessionView => {
    if (failure !== null) {
      return {
        status: "failed",
        failure,
        retry: () => context.life.retryStart(),
        openSignInPage: () => context.session.requireSignIn(),
      };
    }
    if (session.status !== "authenticated") {
      return session;
    }
    return {
      status: "authenticated",
      user: session.user,
      signOut: () => void context.life.signOut(),
    };
  }, [context, session, failure]);
}

/** The state of the session: while unauthenticated, the console is opening the sign-in page. */
export type SessionView =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | {
      status: "failed";
      failure: StartFailure;
      retry: () => void;
      /** Opens the sign-in page, whose button opens the issuer's page. */
      openSignInPage: () => void;
    }
  | { status: "authenticated"; user: SignedInUser; signOut: () => void };

export type SignedInView = Extract<SessionView, { status: "authenticated" }>;
