import { useRootState } from "../../client/ConsoleProvider.tsx";
import type { Connection } from "../../client/realtime/connection.ts";
import type { TurnedAway } from "../../client/store/calls-slice.ts";

export function useConnection(): Connection {
  return useRootState((state) => state.desk.connection);
}

export function useTurnedAway(): TurnedAway | null {
  return useRootState((state) => state.calls.turnedAway);
}
