import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

import {
  addPrize,
  changePrize,
  type EndpointAnswer,
  exportWins,
  listPrizes,
  prizeHistory,
  recordWin,
  setWinRules,
  setWinStatus,
  withdrawWin,
} from "@linedesk/contract";
import {
  useConsole,
  useRootState,
  useOtherStation,
  usePermissionAt,
} from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectCall } from "../../client/store/select-calls.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import { useFileExport } from "../../client/use-file-export.ts";
import { readCsvPages } from "../../lib/read-csv-pages.ts";
import type { PrizeTab, PrizeView, WinsView } from "./prize-view.ts";

type HistoryPage = EndpointAnswer<typeof prizeHistory>;
type Stock = EndpointAnswer<typeof listPrizes>;

const PAGE_SIZE = 20;
/**
 * The promotion system's recovery causes no event, so the panel reloads while the system is down.
 */
const RELOAD_MS = 15_000;

export function usePrizes(tab: PrizeTab): PrizeView {
  const chosen = useRootState((state) => state.desk.selected_call);
  const next = useRootState((state) => selectTakeable(state).call?.id ?? null);
  const call = chosen ?? next;
  const station = useCallStation(call);
  const history = useHistory(station, tab === "all" ? null : call);
  const stock = useStock(station);
  const changes = useChanges(station, call);
  const isDesk = usePermissionAt(station, "desk");
  const isAdmin = usePermissionAt(station, "admin");
  const file = useWinFile(station);
  const failed = changes.failed ?? file.error ?? history.error ?? stock.error;
  return {
    call,
    station: useOtherStation(station),
    listener: history.listener,
    wins: history.wins,
    promotion: history.promotion,
    prizes: stock.prizes,
    rules: stock.rules,
    record: isDesk && call !== null ? changes.record : null,
    mayExcept: isAdmin,
    setStatus: isDesk ? changes.setStatus : null,
    withdraw: isAdmin ? changes.withdraw : null,
    addPrize: isDesk ? changes.addPrize : null,
    changePrize: isDesk ? changes.changePrize : null,
    setRules: isAdmin ? changes.setRules : null,
    exportWins: isAdmin ? file.save : null,
    exporting: file.progress,
    pending: changes.pending,
    refused: failed === null ? null : describeFailure(failed).words,
  };
}

/** Returns the station of the call, or else the open one. */
function useCallStation(call: string | null): string {
  const open = useRootState((state) => state.calls.station) ?? "";
  const own = useRootState((state) =>
    call === null ? null : (selectCall(state, call)?.station ?? null),
  );
  return own ?? open;
}

function usePrizeVersion(station: string): readonly unknown[] {
  const snapshots = useRootState((state) => state.calls.snapshots);
  const version = useRootState((state) => state.calls.prizesAt);
  return [station, snapshots, version];
}

function useHistory(station: string, call: string | null) {
  const { http } = useConsole();
  const key = usePrizeVersion(station);
  // A call can get its caller's number later, and then the history loads again.
  const number = useRootState((state) =>
    call === null ? null : (selectCall(state, call)?.caller.number ?? null),
  );
  const query = useInfiniteQuery<
    HistoryPage,
    Error,
    InfiniteData<HistoryPage>,
    readonly unknown[],
    string
  >({
    queryKey: ["prize-history", call, number, ...key],
    enabled: station !== "",
    initialPageParam: "",
    // While the history loads, only an older response for the same call may be shown, never the
    // wins of another caller.
    placeholderData: (before, of) => (of?.queryKey[1] === call ? before : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.promotion.state === "down" ? RELOAD_MS : false,
    queryFn: ({ pageParam: cursor, signal }) => {
      const page = { limit: PAGE_SIZE, ...(cursor === "" ? {} : { cursor }) };
      const of = call === null ? {} : { call };
      return http.call(prizeHistory, { query: { station, ...of, ...page }, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
  });
  const first = query.data?.pages[0];
  const wins: WinsView = {
    status: query.status === "pending" ? "loading" : "ready",
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  };
  return {
    wins,
    listener: first?.listener ?? null,
    promotion: first?.promotion ?? null,
    error: query.error,
  };
}

function useStock(station: string) {
  const { http } = useConsole();
  const key = usePrizeVersion(station);
  const query = useQuery<Stock>({
    queryKey: ["prizes", ...key],
    enabled: station !== "",
    placeholderData: (before, of) => (of?.queryKey[1] === station ? before : undefined),
    queryFn: ({ signal }) => http.call(listPrizes, { query: { station }, signal }),
  });
  return {
    prizes: query.data?.items ?? [],
    rules: query.data?.rules ?? null,
    error: query.error,
  };
}

type Change<Name extends keyof PrizeView> = NonNullable<PrizeView[Name]>;

function useChanges(station: string, call: string | null) {
  const { http } = useConsole();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ run }: { of: string | null; run: () => Promise<unknown> }) => run(),
    // A refusal shows that the page's data are out of date, so it causes a reload too.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ["prize-history"] });
      await client.invalidateQueries({ queryKey: ["prizes"] });
    },
  });
  function change(run: () => Promise<unknown>): void {
    mutation.mutate({ of: call, run });
  }
  const record: Change<"record"> = ({ prize, address, exception }) => {
    const more = {
      ...(address === "" ? {} : { address }),
      ...(exception === null ? {} : { exception }),
    };
    const body = { call: call ?? "", prize, ...more };
    change(() => http.call(recordWin, { body }));
  };
  const setStatus: Change<"setStatus"> = ({ id: win, status: seen }, status) => {
    const body = { station, seen, status };
    change(() => http.call(setWinStatus, { params: { win }, body }));
  };
  const withdraw: Change<"withdraw"> = ({ id: win, status: seen }, reason) => {
    const body = { station, seen, reason };
    change(() => http.call(withdrawWin, { params: { win }, body }));
  };
  const edit: Change<"changePrize"> = ({ id: prize, version }, changed) => {
    const body = { station, version, ...changed };
    change(() => http.call(changePrize, { params: { prize }, body }));
  };
  const add: Change<"addPrize"> = (added) => {
    change(() => http.call(addPrize, { body: { station, ...added } }));
  };
  const setRules: Change<"setRules"> = (rules, seen) => {
    change(() => http.call(setWinRules, { body: { station, rules, seen } }));
  };
  return {
    pending: mutation.isPending,
    // A refusal for one caller must not appear for another.
    failed: mutation.variables?.of === call ? mutation.error : null,
    record,
    setStatus,
    withdraw,
    changePrize: edit,
    addPrize: add,
    setRules,
  };
}

function useWinFile(station: string) {
  const { http } = useConsole();
  const { progress, error, run } = useFileExport();
  function save(): void {
    run((job) => {
      const { signal } = job;
      return readCsvPages(
        (next) => http.call(exportWins, { body: { station, ...next }, signal }),
        job,
      );
    });
  }
  return { progress, error, save };
}
