import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Call, DeviceLine } from "@linedesk/contract";
import { airActions, type SeatOnAir } from "../../client/actions/air-actions.ts";
import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { useConsole, usePermission, useRootState } from "../../client/ConsoleProvider.tsx";
import { AirDrop, findOnAir } from "../../client/desk/actions/air-drop.ts";
import { selectActiveLine, selectMe } from "../../client/store/select-calls.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import type { RootState } from "../../client/store/store.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { type EndPress, useEndGuard } from "./EndButton.tsx";

/** The buttons that take callers off air, with the guard of the long press. */
export interface AirBarView {
  /** Dump mode, or `null` if the station does not allow it. */
  dump: DumpView | null;
  guard: EndPress;
  /** Takes all callers off air; `null` while nobody is on air. */
  drop: (() => void) | null;
}

export interface DumpView {
  isOn: boolean;
  toggle: () => void;
  ends: Call | null;
  next: Call | null;
  isPending: boolean;
  /** Ends the call on air and takes the next one; `null` while one of the two is missing. */
  run: (() => void) | null;
}

/** A second press within this time does not end the call that the first press took. */
const ONCE_MS = 2_000;
const lines = ["line1", "line2"] as const;

/** Returns the line whose single call is on air at this seat, the selected line first. */
function selectDumpLine(state: RootState): DeviceLine {
  const active = selectActiveLine(state);
  const [other] = lines.filter((line) => line !== active);
  return selectEnds(state, active) === null && other !== undefined ? other : active;
}

function selectEnds(state: RootState, line: DeviceLine): Call | null {
  const call = findOnAir(state, line, () => false);
  const isMine = call?.desk.status === "on_air" && call.desk.holder.user === selectMe(state);
  return isMine && call.conference === null && call.leaving === null ? call : null;
}

export function useAirBar(): AirBarView {
  const dump = useDump();
  useDumpCommands(dump);
  return { dump, ...useAirDrop() };
}

/** Returns the button and registers the key that take all callers of the seat off air. */
function useAirDrop(): Omit<AirBarView, "dump"> {
  const context = useConsole();
  const { store, http, desk, voice, page } = context;
  const feedsAir = useMemo(() => voice.carriers.feedsAir.bind(voice.carriers), [voice]);
  const airDrop = useMemo(() => {
    const { schedule } = page.timers;
    const { requests } = desk;
    return new AirDrop({ http, store, requests, softphones: voice.softphones, schedule, feedsAir });
  }, [http, store, desk, voice, page, feedsAir]);
  const isInUse = useRootState((state) =>
    lines.some((line) => findOnAir(state, line, feedsAir) !== null),
  );
  const drop = useMemo(() => (isInUse ? () => airDrop.drop() : null), [isInUse, airDrop]);
  const guard = useEndGuard({ end: drop, onAir: true, callId: "air" });
  useDropCommand(drop, guard);
  return { guard, drop };
}

function useDump(): DumpView | null {
  const may = usePermission("air");
  const isAllowed = useRootState((state) => state.calls.air?.allowsDump === true) && may;
  const [isOn, setOn] = useState(false);
  const toggle = useCallback(() => setOn((on) => !on), []);
  const seat = useDumpSeat();
  const isReading = useRootState((state) => state.seats.tab === "following");
  const isPending = useRootState(({ desk }) =>
    [seat.ends, seat.next].some((call) => desk.pending[call?.id ?? ""] !== undefined),
  );
  const press = useDumpPress(seat);
  const isPossible = isOn && !isReading && airActions.dump_next.isPossible(seat);
  return useMemo(() => {
    const { ends, next } = seat;
    return isAllowed
      ? { isOn, toggle, ends, next, isPending, run: isPossible ? press : null }
      : null;
  }, [isAllowed, isOn, toggle, seat, isPending, isPossible, press]);
}

function useDumpSeat(): SeatOnAir {
  const line = useRootState(selectDumpLine);
  const ends = useRootState((state) => selectEnds(state, line));
  const { call: next } = useRootState(selectTakeable);
  return useMemo(() => ({ isInUse: ends !== null, ends, line, next }), [ends, line, next]);
}

function useDumpPress(seat: SeatOnAir): () => void {
  const { actions } = useConsole().desk;
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (now - lastAt.current >= ONCE_MS) {
      lastAt.current = now;
      airActions.dump_next.run({ actions, dropAir: () => undefined }, seat);
    }
  }, [actions, seat]);
}

function useDropCommand(drop: AirBarView["drop"], guard: EndPress): void {
  const t = useTranslations("deskActions");
  const latest = useRef({ drop, guard });
  useEffect(() => {
    latest.current = { drop, guard };
  });
  const commands = useMemo(
    () => [
      {
        ...bindCommand(findKey("drop_air")),
        label: t(findCommandName("drop_air")),
        isPossible: () => latest.current.drop !== null,
        run: () => latest.current.guard.press(),
        release: () => latest.current.guard.release(),
      },
    ],
    [t],
  );
  useCommands(commands);
}

function useDumpCommands(dump: DumpView | null): void {
  const t = useTranslations("deskActions");
  const words = useTranslations("air");
  const dumpWords = useDumpWords(dump);
  const isAllowed = dump !== null;
  const isOn = dump?.isOn ?? false;
  const { toggle, run } = dump ?? { toggle: null, run: null };
  const commands = useMemo(() => {
    const next = {
      ...bindCommand(findKey("dump_next")),
      label: isOn ? dumpWords : t(findCommandName("dump_next")),
      isPossible: () => run !== null,
      run: () => run?.(),
    };
    const mode = {
      id: "air.dumpMode",
      scope: "page" as const,
      group: "calls" as const,
      keys: [],
      keyLabel: "",
      label: words(isOn ? "dumpOff" : "dumpOn"),
      run: () => toggle?.(),
    };
    return isAllowed ? [mode, ...(isOn ? [next] : [])] : [];
  }, [t, words, dumpWords, isAllowed, isOn, toggle, run]);
  useCommands(commands);
}

/**
 * Returns the words of the dump button, with the caller whom it ends and the caller whom it takes.
 */
export function useDumpWords(dump: Pick<DumpView, "ends" | "next"> | null): string {
  const t = useTranslations("air");
  const [name, next] = [nameOf(dump?.ends), nameOf(dump?.next)];
  if (name === null) {
    return t("dumpNobody");
  }
  return next === null ? t("dumpAlone", { name }) : t("dump", { name, next });
}

function nameOf(call: Call | null | undefined): string | null {
  return call?.caller.name ?? call?.caller.numberDisplay ?? null;
}
