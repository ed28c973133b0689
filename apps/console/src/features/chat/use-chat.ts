import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { listChatPeople } from "@linedesk/contract";
import type { ChatDraft } from "../../client/chat/chat.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectCall, selectIsLive, selectMe } from "../../client/store/select-calls.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { buildEntries, type ChatEntry, type ChatView } from "./build-entries.ts";

/** Returns the chat of the chosen or open station. Its messages count as read while it is shown. */
export function useChat(openCaller: (id: string) => void): ChatView {
  const { station: shared, store } = useConsole();
  const { chat } = shared;
  const state = useRootState((root) => root.chat);
  const stations = useRootState((root) => root.desk.stations);
  const open = useRootState((root) => root.calls.station);
  const people = usePeople(state.station);
  const me = useRootState(selectMe);
  const attachable = useAttachable(state.station);
  const entries = useEntries();
  useEffect(() => {
    chat.toggle(true);
    return () => chat.toggle(false);
  }, [chat]);
  const { station } = state;
  const cleared = station === null ? undefined : state.cleared[station];
  const oldest = state.messages[0]?.at;
  const isOlderHidden = cleared !== undefined && oldest !== undefined && oldest <= cleared;
  return {
    station: stations.find(({ id }) => id === station) ?? null,
    stations,
    chosen: stations.some(({ id }) => id === state.chosen) ? state.chosen : null,
    choose: (next) => void chat.choose(next),
    entries,
    loadOlder: state.hasOlder && !isOlderHidden ? () => void chat.loadOlder() : null,
    status: state.isLoaded ? (state.isLive ? "live" : "stale") : "loading",
    typing: state.typing.map(({ name }) => name),
    people: people.filter(({ user }) => user !== me),
    attachable,
    canOpen: ({ call }) => station === open && selectIsLive(store.getState(), call),
    openCaller,
    draft: chat.draftOf(station ?? ""),
    keepDraft: (draft: ChatDraft) => chat.keepDraft(station ?? "", draft),
    typed: () => chat.noteTyping(),
    send: (draft) => chat.send(draft),
    retry: (key) => chat.retry(key),
    remove: (key) => chat.remove(key),
    clear: entries.some(({ delivery }) => delivery === null) ? () => void chat.clear() : null,
  };
}

function useEntries(): ChatEntry[] {
  const { station, messages, outgoing, cleared } = useRootState((state) => state.chat);
  const session = useRootState((state) => state.desk.session);
  const formats = useTimeFormats();
  const hiddenUntil = station === null ? undefined : cleared[station];
  return useMemo(
    () =>
      buildEntries({
        messages,
        outgoing: outgoing.filter((one) => one.station === station),
        cleared: hiddenUntil,
        me: session.status === "authenticated" ? session.user : null,
        dayOf: (at) => formats.day(at, at),
      }),
    [messages, outgoing, station, hiddenUntil, session, formats],
  );
}

function usePeople(station: string | null) {
  const { http } = useConsole();
  const query = useQuery({
    queryKey: ["chat-people", station],
    enabled: station !== null,
    queryFn: ({ signal }) =>
      http.call(listChatPeople, { query: { station: station ?? "" }, signal }),
  });
  return query.data?.items ?? [];
}

function useAttachable(station: string | null): ChatDraft["card"] {
  const call = useRootState((state) => {
    const id = state.desk.selected_call ?? selectTakeable(state).call?.id ?? null;
    return id === null ? null : selectCall(state, id);
  });
  return useMemo(
    () =>
      call === null || call.station !== station
        ? null
        : { call: call.id, name: call.caller.name ?? call.caller.numberDisplay },
    [call, station],
  );
}
