import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import {
  type CallerDetail,
  type CallerProfile,
  changeCaller,
  changeNumber,
  flagProfile,
  isBan,
  listFlags,
  mergeCallers,
  readProfile,
  splitCaller,
  undoCallerChange,
} from "@linedesk/contract";
import type { CallerCard } from "../../client/caller-card.ts";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import type { DetailState, ProfileActions, ProfileView } from "./profile-view.ts";

export type LoadedProfile =
  | { status: "loading" }
  | { status: "failed"; words: string; retry: () => void }
  | { status: "ready"; view: ProfileView };

type Details = Record<CallerDetail, DetailState>;

const idle: Details = {
  name: { status: "idle" },
  location: { status: "idle" },
  note: { status: "idle" },
};

type Run = () => Promise<{ profile: CallerProfile }>;

export function useProfile({ station, caller }: CallerCard): LoadedProfile {
  const { http } = useConsole();
  const queries = useQueryClient();
  const snapshots = useRootState((state) => state.calls.snapshots);
  const key = ["profile", station, caller, snapshots];
  const query = useQuery({
    queryKey: key,
    enabled: station !== "",
    queryFn: ({ signal }) => http.call(readProfile, { query: { station, caller }, signal }),
  });
  const change = useMutation({
    mutationFn: (run: Run) => run(),
    onSuccess: (answer) => {
      queries.setQueryData(key, answer);
      // The code does not wait for the reload, because a pending button ignores presses.
      void queries.invalidateQueries({ queryKey: ["callers"] });
    },
  });
  const [details, edit] = useDetails({
    station,
    caller,
    written: (profile) => queries.setQueryData(key, { profile }),
    // If another person changed the value first, the reload shows the value of that person.
    refused: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const flags = useSettableFlags(station);
  const actions = useProfileActions({ station, caller }, change.mutate, edit);
  return useMemo((): LoadedProfile => {
    if (query.status === "error") {
      const { words } = describeFailure(query.error);
      return { status: "failed", words, retry: () => void query.refetch() };
    }
    if (query.status === "pending") {
      return { status: "loading" };
    }
    const refused = change.error === null ? null : describeFailure(change.error).words;
    const { profile } = query.data;
    return {
      status: "ready",
      view: { station, profile, details, flags, actions, pending: change.isPending, refused },
    };
  }, [station, query, change.error, change.isPending, details, flags, actions]);
}

interface DetailsOptions {
  station: string;
  caller: string;
  written: (profile: CallerProfile) => void;
  refused: () => void;
}

function useDetails(options: DetailsOptions) {
  const { http } = useConsole();
  const { station, caller, written, refused } = options;
  const [state, setState] = useState({ caller, details: idle });
  const details = state.caller === caller ? state.details : idle;
  function set(field: CallerDetail, next: DetailState) {
    setState((before) => {
      const known = before.caller === caller ? before.details : idle;
      return { caller, details: { ...known, [field]: next } };
    });
  }
  async function edit(field: CallerDetail, value: string, seen: string) {
    set(field, { status: "saving", value });
    try {
      const body = { station, caller, field, value, seen };
      written((await http.call(changeCaller, { body })).profile);
      set(field, { status: "idle" });
    } catch (error) {
      set(field, { status: "failed", value, words: describeFailure(error).words });
      refused();
    }
  }
  return [details, edit] as const;
}

function useSettableFlags(station: string) {
  const { http } = useConsole();
  const mayBan = usePermissionAt(station, "desk");
  const flags = useQuery({
    queryKey: ["flags", station, "settable"],
    enabled: station !== "",
    queryFn: ({ signal }) => http.call(listFlags, { params: { id: station }, signal }),
  });
  return useMemo(
    () => (flags.data ?? []).filter((flag) => mayBan || !isBan(flag)),
    [flags.data, mayBan],
  );
}

function useProfileActions(
  named: { station: string; caller: string },
  change: (run: Run) => void,
  edit: (field: CallerDetail, value: string, seen: string) => Promise<void>,
): ProfileActions {
  const { http } = useConsole();
  const mayEdit = usePermissionAt(named.station, "screen");
  const mayMerge = usePermissionAt(named.station, "desk");
  return {
    edit: mayEdit ? (field, value, seen) => void edit(field, value, seen) : null,
    flag: mayEdit
      ? (request) => change(() => http.call(flagProfile, { body: { ...named, ...request } }))
      : null,
    merge: mayMerge
      ? (other) => change(() => http.call(mergeCallers, { body: { ...named, other } }))
      : null,
    split: mayMerge
      ? (number) => change(() => http.call(splitCaller, { body: { ...named, numbers: [number] } }))
      : null,
    number: mayMerge
      ? (number, has) => change(() => http.call(changeNumber, { body: { ...named, number, has } }))
      : null,
    undo: mayMerge
      ? (id) => change(() => http.call(undoCallerChange, { body: { ...named, change: id } }))
      : null,
  };
}
