import { useRootState } from "../../client/ConsoleProvider.tsx";
import type { Connection } from "../../client/realtime/connection.ts";

export function useConnection(): Connection {
  return useRootState((state) => state.desk.connection);
}
