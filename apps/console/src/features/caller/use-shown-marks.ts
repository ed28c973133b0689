import { useCallback, useEffect, useMemo, useRef } from "react";

import { useConsole, useRightsAt, useRootState } from "../../client/ConsoleProvider.tsx";
import { bindMarks, type MarkCommands, noMarks } from "../../client/desk/marks/bind-marks.ts";
import { selectCall, selectIsLive, selectMe } from "../../client/store/select-calls.ts";

export function useShownMarks(id: string | null): () => MarkCommands {
  const { desk } = useConsole();
  const me = useRootState(selectMe);
  const call = useRootState((state) => (id === null ? null : selectCall(state, id)));
  const isLive = useRootState((state) => id !== null && selectIsLive(state, id));
  const may = useRightsAt(call?.station ?? null);
  const marks = useMemo(
    () => (call === null || !isLive ? noMarks : bindMarks(call, { marks: desk.marks, me, may })),
    [desk, me, call, isLive, may],
  );
  const latest = useRef(marks);
  useEffect(() => {
    latest.current = marks;
  });
  return useCallback(() => latest.current, []);
}
