import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import {
  type CutOff,
  type DeviceLine,
  isCutOffOpen,
  releaseCutOffs,
  listCutOffs,
  ringCutOffsBack,
} from "@linedesk/contract";
import { useConsole, usePermission, useRootState } from "../../client/ConsoleProvider.tsx";
import { takeCall } from "../../client/desk/actions/take-call.ts";
import { requestCalls } from "../../client/desk/requests/request-calls.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { noticed } from "../../client/store/desk-slice.ts";
import { selectActiveLine } from "../../client/store/select-calls.ts";
import { useFeedsAir } from "../../client/use-barred-lines.ts";
import { choosePrivateLine } from "./cut-off-row.ts";

const NONE: readonly CutOff[] = [];
const NOTICE = "cut-offs";

interface CutOffs {
  items: readonly CutOff[];
  /** The callers whom nobody has called back or removed from the list. */
  open: readonly CutOff[];
  /** Calls the caller back on this line; `null` without the permission to dial. */
  ring: ((call: string, line: DeviceLine) => Promise<void>) | null;
  ringAll: (() => Promise<void>) | null;
  release: (calls: readonly string[], released: boolean) => Promise<void>;
}

export function useCutOffs(): CutOffs {
  const { http } = useConsole();
  const station = useRootState((state) => state.calls.station) ?? "";
  const at = useRootState((state) => state.calls.cutOffsAt);
  const { data } = useQuery({
    queryKey: ["cutOffs", station, at],
    enabled: station !== "" && at > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => http.call(listCutOffs, { params: { id: station }, signal }),
  });
  const items = data?.items ?? NONE;
  const commands = useCutOffCommands(station, at, items);
  return useMemo(
    () => ({ items, open: items.filter(isCutOffOpen), ...commands }),
    [items, commands],
  );
}

function useCutOffCommands(
  station: string,
  at: number,
  items: readonly CutOff[],
): Pick<CutOffs, "ring" | "ringAll" | "release"> {
  const { http, store, desk } = useConsole();
  const queries = useQueryClient();
  const mayDial = usePermission("dial");
  const t = useTranslations("cutOffs");
  return useMemo(() => {
    const params = { id: station };
    const say = (tone: "done" | "failure", words: string) =>
      store.dispatch(noticed({ id: NOTICE, tone, words, code: null, line: null }));
    async function run(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        say("failure", describeFailure(error).words);
      }
    }
    async function queue(calls: string[]): Promise<string[]> {
      const answer = await requestCalls(store, () =>
        http.call(ringCutOffsBack, { params, body: { calls } }),
      );
      answer.apply();
      return answer.calls.map(({ id }) => id);
    }
    const open = items.filter(isCutOffOpen).map(({ call }) => call.id);
    return {
      ring: mayDial
        ? (call, line) =>
            run(async () => {
              const [placed] = await queue([call]);
              if (placed === undefined) {
                return void say("failure", t("noneQueued"));
              }
              takeCall({ store, actions: desk.actions }, placed, line);
            })
        : null,
      ringAll: mayDial
        ? () =>
            run(async () => {
              const count = (await queue(open)).length;
              say(
                count > 0 ? "done" : "failure",
                t(count > 0 ? "queuedAgain" : "noneQueued", { count }),
              );
            })
        : null,
      release: (calls, released) =>
        run(async () => {
          const body = { calls: [...calls], released };
          const answer = await http.call(releaseCutOffs, { params, body });
          queries.setQueryData(["cutOffs", station, at], answer);
        }),
    };
  }, [http, store, desk, queries, mayDial, t, station, at, items]);
}

/** Returns the line for a private call back. */
export function usePrivateLine(): DeviceLine {
  const station = useRootState((state) => state.calls.station);
  const selected = useRootState(selectActiveLine);
  const line1 = useFeedsAir("line1", station);
  const line2 = useFeedsAir("line2", station);
  return choosePrivateLine(selected, { line1, line2 });
}
