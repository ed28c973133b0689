import { useEffect, useMemo, useSyncExternalStore } from "react";

import {
  useConsole,
  useRootState,
  useOpenStation,
  usePermission,
} from "../../client/ConsoleProvider.tsx";
import { selectDialLine } from "../../client/desk/dialling/select-dial-line.ts";
import { useBarredLines } from "../../client/use-barred-lines.ts";
import type { ContactActions, ContactsView } from "./contact-files.ts";
import { useContactFiles } from "./use-contact-files.ts";

export function useContacts(): ContactsView {
  const { list } = useConsole().station.contacts;
  const station = useOpenStation();
  const id = station?.id ?? null;
  const state = useSyncExternalStore(list.onChange, () => list.state);
  const shown = useRootState((root) => root.contacts);
  useEffect(() => {
    list.open(id);
    return () => list.open(null);
  }, [list, id]);
  const { call, refused } = useContactCall(id);
  const files = useContactFiles(id, state.shows);
  const actions = useContactActions(id);
  return useMemo(
    () => ({
      ...state,
      contacts: shown,
      station: station?.callSign ?? "",
      search: (change) => list.search(change),
      more: state.nextCursor === null ? null : () => list.more(),
      failed:
        state.failed === null ? null : { words: state.failed, retry: () => void list.reload() },
      call,
      actions,
      files: files?.view ?? null,
      refused: files?.failed ?? refused,
    }),
    [state, shown, station, list, call, actions, files, refused],
  );
}

/**
 * Returns `null` in a following tab, without a station, and without the permission to edit
 * contacts.
 */
function useContactActions(station: string | null): ContactActions | null {
  const { edits } = useConsole().station.contacts;
  const mayEdit = usePermission("screen");
  return useMemo(
    () =>
      station === null || !mayEdit
        ? null
        : {
            add: (draft) => edits.add(station, draft),
            change: (seen, details) => edits.change(station, seen, details),
            remove: (contact) => void edits.remove(station, contact),
          },
    [edits, station, mayEdit],
  );
}

function useContactCall(station: string | null) {
  const { dialler } = useConsole().desk;
  const line = useRootState(selectDialLine);
  const isBarred = useBarredLines().has(line);
  const mayDial = usePermission("dial") && !isBarred;
  const { sending, refused } = useSyncExternalStore(dialler.onChange, () => dialler.state);
  const call = useMemo<ContactsView["call"]>(
    () =>
      station === null || !mayDial || sending
        ? null
        : ({ number, numberDisplay }) => {
            dialler.type(numberDisplay, number);
            void dialler.dial(station, number, line);
          },
    [dialler, station, mayDial, sending, line],
  );
  return { call, refused };
}
