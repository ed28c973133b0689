import type { Contest } from "@linedesk/contract";
import { bindTakes, chooseTake } from "../../client/actions/bind-takes.ts";
import { useConsole, useRightsAt, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectActiveLine, selectMe } from "../../client/store/select-calls.ts";
import { useBarredAt, useFedAt } from "../../client/use-barred-lines.ts";
import { useContestWinner } from "../../client/use-contest-winner.ts";
import type { WinnerView } from "./contest-view.ts";

/** Returns the winner, with the same action as the winner's row in the queue. */
export function useWinner(contest: Contest | null): WinnerView | null {
  const { desk } = useConsole();
  const { name, call } = useContestWinner(contest);
  const me = useRootState(selectMe);
  const line = useRootState(selectActiveLine);
  const may = useRightsAt(call?.station ?? null);
  const pending = useRootState((state) => state.desk.pending[call?.id ?? ""] !== undefined);
  const barred = useBarredAt()(call?.station ?? "");
  const fed = useFedAt()(call?.station ?? "");
  if (name === null) {
    return null;
  }
  const takes = call === null || barred.has(line) ? null : bindTakes(call, { desk, me, may });
  const action = takes === null ? null : chooseTake(takes);
  const run = action === null ? null : takes?.[action];
  const toAir = fed.has(line) && may("air");
  const take =
    action === null || run === null || run === undefined
      ? null
      : { action, toAir, pending, run: () => run(line) };
  return { name, call: call?.id ?? null, take };
}
