import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useSyncExternalStore } from "react";

import { checkDial, type DeviceLine, type EndpointAnswer } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import {
  describeUnanswered,
  type DialledLast,
  findDialConference,
} from "../../client/desk/dialling/dialler.ts";
import { selectDialLine, selectIsOccupied } from "../../client/desk/dialling/select-dial-line.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { useBarredAt, useFeedsAir } from "../../client/use-barred-lines.ts";
import { useContactOffers } from "../../client/use-contact-offers.ts";
import { pageWords, readReason } from "../../client/words/page-words.ts";
import type { CheckedNumber, DialLine, DialResult, DialView } from "./use-dial-limits.ts";

function useDialCheck(station: string | null, draft: string, encryptedNumber: string | null) {
  const { http } = useConsole();
  const to = useDeferredValue(encryptedNumber ?? draft.trim().slice(0, 40));
  const { data } = useQuery<EndpointAnswer<typeof checkDial>>({
    queryKey: ["dial", station, to],
    enabled: station !== null,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      http.call(checkDial, {
        params: { id: station ?? "" },
        query: to === "" ? {} : { to },
        signal,
      }),
  });
  return data ?? null;
}

function useDialLine(ends: boolean): { line: DialLine; station: string | null } {
  const open = useRootState((state) => state.calls.station);
  const line = useRootState(selectDialLine);
  const isOccupied = useRootState((state) => selectIsOccupied(state, line));
  const carried = useRootState((state) => {
    const leg = selectLeg(state, line);
    return leg === null ? null : selectCall(state, leg.callId);
  });
  const isFed = useFeedsAir(line, open);
  return useMemo(() => {
    const number = line === "line1" ? 1 : 2;
    if (carried === null || carried.desk.status === "ended") {
      return { line: { number, carries: null, isFed }, station: open };
    }
    const name = describeCaller(carried);
    const does = isOccupied ? "stay" : ends ? "end" : "hold";
    // A conference belongs to one station, which need not be the open one.
    return findDialConference(carried) === null
      ? { line: { number, carries: { name, does }, isFed }, station: open }
      : { line: { number, carries: { name, does: "confer" }, isFed }, station: carried.station };
  }, [line, carried, isOccupied, ends, open, isFed]);
}

function useResult(
  last: DialledLast | null,
  redial: (last: DialledLast) => void,
): DialResult | null {
  const call = useRootState((state) => (last === null ? null : selectCall(state, last.call)));
  return useMemo(() => {
    if (last === null || call === null) {
      return null;
    }
    const who = describeCaller(call);
    if (call.desk.status !== "ended") {
      return call.callState === "ringing" ? { who, outcome: null, redial: null } : null;
    }
    const t = pageWords();
    const outcome =
      call.answeredAt === null ? describeUnanswered(call.desk.reason) : t("notices.over");
    return { who, outcome: outcome ?? t("notices.notAnswered"), redial: () => redial(last) };
  }, [last, call, redial]);
}

function useDialBar(station: string | null, line: DeviceLine): DialView["because"] {
  const offline = useRootState((state) => state.desk.connection.status === "offline");
  const isBarred = useBarredAt()(station ?? "").has(line);
  return offline ? "offline" : isBarred ? "feedsAir" : null;
}

type SentNumber = NonNullable<EndpointAnswer<typeof checkDial>["to"]>;

function toCheckedNumber(to: SentNumber | null): CheckedNumber | null {
  const refused = to?.refused ?? null;
  return to === null
    ? null
    : { ...to, refused: refused === null ? null : (readReason(refused) ?? refused.message) };
}

export function useDial(): DialView {
  const { dialler } = useConsole().desk;
  const { draft, encryptedNumber, sending, refused, last } = useSyncExternalStore(
    dialler.onChange,
    () => dialler.state,
  );
  const { line, station } = useDialLine(dialler.endsOnSwitch);
  const check = useDialCheck(station, draft, encryptedNumber);
  const contacts = useContactOffers(draft);
  const active: DeviceLine = line.number === 1 ? "line1" : "line2";
  const redial = useMemo(
    () => (again: DialledLast) => {
      if (station !== null) {
        dialler.type(again.draft, again.to);
        void dialler.dial(station, again.to, active);
      }
    },
    [dialler, station, active],
  );
  const because = useDialBar(station, active);
  const result = useResult(last, redial);
  return useMemo(() => {
    const to = encryptedNumber ?? draft.trim();
    const mayCall =
      station !== null && to !== "" && !sending && because === null && check?.from !== null;
    return {
      draft,
      type: (text) => dialler.type(text),
      offers: contacts.map(({ id, name: label, number, numberDisplay: detail }) => ({
        id,
        label,
        detail,
        choose: () => dialler.type(detail, number),
      })),
      number: to === "" ? null : toCheckedNumber(check?.to ?? null),
      from: check === null ? null : (check.from ?? "none"),
      line,
      maxMinutes: check === null ? null : Math.round(check.maxDialS / 60),
      call: mayCall ? () => void dialler.dial(station, to, active) : null,
      sending,
      because,
      refused,
      result: result !== null && because !== null ? { ...result, redial: null } : result,
    };
  }, [
    dialler,
    station,
    draft,
    encryptedNumber,
    contacts,
    check,
    line,
    active,
    sending,
    because,
    refused,
    result,
  ]);
}
