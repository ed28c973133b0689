import type { ReferResult } from "../../../calls/legs/transfer-request.ts";

export type ReferralState =
  /** A NOTIFY may come before the answer. */
  | { status: "asked"; notifiedCode: number | null; isLast: boolean }
  | { status: "accepted"; sipCode: number; notifiedCode: number | null }
  | ({ status: "over" } & ReferResult);

export type ReferralEvent =
  /** `hasSubscription` is false when the far end will send no reports (RFC 4488). */
  | { type: "answered"; sipCode: number | null; hasSubscription: boolean }
  | { type: "notified"; code: number | null; isLast: boolean }
  /** No further report can come, because the time is over or the call has ended. */
  | { type: "given_up" };

export function nextReferral(state: ReferralState, event: ReferralEvent): ReferralState {
  if (state.status === "over") {
    return state;
  }
  switch (event.type) {
    case "answered":
      return afterAnswer(state, event);
    case "notified":
      return afterNotice(state, event);
    case "given_up":
      return toOver(state);
  }
}

type Living = Exclude<ReferralState, { status: "over" }>;

function afterAnswer(
  state: Living,
  { sipCode, hasSubscription }: ReferralEvent & { type: "answered" },
): ReferralState {
  if (state.status === "accepted") {
    return state;
  }
  const { notifiedCode } = state;
  const isAccepted = sipCode !== null && sipCode < 300;
  if (!isAccepted || state.isLast || !hasSubscription) {
    return { status: "over", sipCode, notifiedCode };
  }
  return { status: "accepted", sipCode, notifiedCode };
}

function afterNotice(
  state: Living,
  { code, isLast }: ReferralEvent & { type: "notified" },
): ReferralState {
  const notifiedCode = code ?? state.notifiedCode;
  const isEnd = isLast || (code ?? 0) >= 200;
  if (state.status === "asked") {
    return { status: "asked", notifiedCode, isLast: state.isLast || isEnd };
  }
  return isEnd ? toOver({ ...state, notifiedCode }) : { ...state, notifiedCode };
}

function toOver(state: Living): ReferralState {
  const sipCode = state.status === "accepted" ? state.sipCode : null;
  return { status: "over", sipCode, notifiedCode: state.notifiedCode };
}
