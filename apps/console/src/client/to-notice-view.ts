import type { NoticeView } from "../lib/notice-view.ts";
import type { Notice } from "./store/desk-state.ts";

/** `act` does what the notice's button offers, as asking again [AC11]. */
export function toNoticeView(notice: Notice, act: (id: string) => void): NoticeView {
  const { id, tone, words, code, actionLabel } = notice;
  const action = actionLabel === undefined ? null : { label: actionLabel, run: () => act(id) };
  return { id, tone, words, code, action };
}
