import { useCallback, useMemo, useState } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { ConferenceRequest } from "../../client/desk/conferences.ts";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectMe,
  selectOrderedCalls,
} from "../../client/store/select-calls.ts";
import { mayBeBroughtIn } from "./may-be-brought-in.ts";
import type { ConferenceView, MemberView } from "./conference-view.ts";

/** `useConference()`: the conference of the selected line, or whom one could be started with. */
export function useConference(): ConferenceView {
  const { conferences } = useConsole();
  const calls = useRootState(selectOrderedCalls);
  const me = useRootState(selectMe);
  const own = useRootState((state) => {
    const leg = selectLeg(state, selectActiveLine(state));
    return leg === null ? null : selectCall(state, leg.callId);
  });
  const [pending, setPending] = useState(false);
  const send = useCallback(
    async (body: ConferenceRequest) => {
      setPending(true);
      await conferences.send(body);
      setPending(false);
    },
    [conferences],
  );
  return useMemo(
    () => ({
      ...buildView({ calls, own, me, send: (body) => void send(body) }, conferences.endBehavior),
      pending,
    }),
    [calls, own, me, send, conferences, pending],
  );
}

interface ViewInput {
  calls: readonly Call[];
  own: Call | null;
  me: string | null;
  send: (body: ConferenceRequest) => void;
}

function buildView(input: ViewInput, endBehavior: "END" | "HOLD"): Omit<ConferenceView, "pending"> {
  const { calls, own, me, send } = input;
  const id = own?.conference?.id ?? null;
  const isOver = own === null || own.desk.status === "ended";
  const candidates = calls.filter((call) => call.id !== own?.id && mayBeBroughtIn(call, me));
  if (isOver || id === null) {
    return {
      status: isOver ? "none" : "ready_to_start",
      own,
      onAir: false,
      members: [],
      candidates: isOver
        ? []
        : candidates.map((call) => ({
            call,
            add: () => send({ action: "start", calls: [own.id, call.id] }),
          })),
      hold: null,
      leave: null,
      end: null,
    };
  }
  const members = calls.filter(({ conference }) => conference?.id === id);
  const isAllHeld = members.every(({ conference }) => conference?.onHold === true);
  return {
    status: "live",
    own,
    onAir: members.some(({ desk }) => desk.status === "on_air"),
    members: members.map((call) => toMember(call, id, send)),
    candidates: candidates.map((call) => ({
      call,
      add: () => send({ action: "add", conference: id, calls: [call.id] }),
    })),
    hold: {
      kind: isAllHeld ? "resumeAll" : "holdAll",
      run: () => send({ action: "hold", conference: id, on: !isAllHeld }),
    },
    leave: () => send({ action: "leave", conference: id }),
    end: {
      kind: endBehavior,
      run: () => send({ action: "end", conference: id, behavior: endBehavior }),
    },
  };
}

function toMember(call: Call, conference: string, send: ViewInput["send"]): MemberView {
  const { muted = false, onHold = false } = call.conference ?? {};
  const calls = [call.id];
  const isRinging = call.callState === "ringing";
  return {
    call,
    status: isRinging ? "ringing" : onHold ? "on_hold" : muted ? "muted" : "in",
    toggleMute: isRinging ? null : () => send({ action: "mute", conference, calls, on: !muted }),
    toggleHold: isRinging ? null : () => send({ action: "hold", conference, calls, on: !onHold }),
    remove: () => send({ action: "remove", conference, calls }),
  };
}
