import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { type Call, changeCaller, readProfile } from "@linedesk/contract";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import type { EditableView, KnownView, SaveState } from "./caller-view.ts";

interface KnownPerson {
  known: KnownView | null;
  note: EditableView | null;
}

/**
 * Returns the facts and the note of the person, each `null` while it loads, and for an unknown
 * caller.
 */
export function useCallerProfile(
  call: Call | null,
  { isLasting, isLive }: { isLasting: boolean; isLive: boolean },
): KnownPerson {
  const { http, station: shared } = useConsole();
  const { order } = shared;
  const queries = useQueryClient();
  const snapshots = useRootState((state) => state.calls.snapshots);
  const station = call?.station ?? "";
  const mayEdit = usePermissionAt(station, "screen");
  const caller = call?.caller.id ?? null;
  const [saving, setSaving] = useState<{ caller: string; state: SaveState; value: string } | null>(
    null,
  );
  const profile = useQuery({
    queryKey: ["profile", station, caller, snapshots],
    enabled: isLasting && caller !== null,
    queryFn: ({ signal }) =>
      http.call(readProfile, { query: { station, caller: caller ?? "" }, signal }),
  });
  const person = profile.data?.profile ?? null;
  const words = person?.note;
  const note = useMemo((): EditableView | null => {
    if (caller === null || words === undefined) {
      return null;
    }
    const queryKey = ["profile", station, caller, snapshots];
    async function save(value: string, seen: string) {
      const named = { station, caller: caller ?? "" };
      setSaving({ caller: named.caller, state: { status: "saving" }, value });
      try {
        const body = { ...named, field: "note" as const, value, seen };
        queries.setQueryData(queryKey, await http.call(changeCaller, { body }));
        setSaving(null);
      } catch (error) {
        const { words } = describeFailure(error);
        setSaving({ caller: named.caller, state: { status: "failed", words, value }, value });
        await queries.invalidateQueries({ queryKey });
      }
    }
    const own = saving?.caller === caller ? saving : null;
    return {
      value: own?.state.status === "saving" ? own.value : words,
      save: mayEdit ? (value, seen) => void save(value, seen) : null,
      state: own?.state ?? { status: "idle" },
    };
  }, [http, queries, station, caller, snapshots, words, mayEdit, saving]);
  const id =
    isLive && mayEdit && (call?.caller.number ?? null) !== null ? (call?.id ?? null) : null;
  const known = useMemo((): KnownView | null => {
    const setPerson: KnownView["setPerson"] =
      id === null ? null : (who) => void order.setPerson(id, who);
    return person === null ? null : { profile: person, setPerson };
  }, [person, id, order]);
  return { known, note };
}
