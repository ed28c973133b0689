import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import type { RootState, Store } from "../../store/store.ts";

interface RecoverLinesOptions {
  store: Store;
  softphones: Record<DeviceLine, Pick<Softphone, "recover" | "interrupt">>;
}

/** Returns true while the server and its telephone exchange answer. */
export function selectIsServerThere({ desk, calls }: RootState): boolean {
  return desk.connection.status === "live" && calls.telephony === "up";
}

/**
 * Makes the lines ready as soon as the server and its exchange answer again, because the SDK's own
 * back-off is up to 20 s. Returns a function that stops this.
 */
export function recoverLines({ store, softphones }: RecoverLinesOptions): () => void {
  let wasThere: boolean | null = null;
  return store.onChange(() => {
    const state = store.getState();
    const isAnyAway = state.calls.telephony === "down" || state.calls.exchangesAway.length > 0;
    const isThere = selectIsServerThere(state) && !isAnyAway;
    if (isAnyAway && state.desk.connection.status === "live") {
      softphones.line1.interrupt();
      softphones.line2.interrupt();
    }
    const isBack = isThere && wasThere === false;
    // The first connection is not a return. Recovery changes the store, which calls this function
    // again, so the new state is noted first.
    wasThere = isThere || wasThere !== null ? isThere : null;
    if (isBack) {
      softphones.line1.recover();
      softphones.line2.recover();
    }
  });
}
