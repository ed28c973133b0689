import type { NoticeView } from "../lib/notice-view.ts";
import type { Notice } from "./store/desk-state.ts";

/** `act` runs the action of the notice's first or second button, such as a retry. */
export function toNoticeView(notice: Notice, act: (id: string, button: 0 | 1) => void): NoticeView {
  const { id, tone, words, code, actionLabel, secondLabel } = notice;
  function toAction(label: string | undefined, button: 0 | 1) {
    return label === undefined ? null : { label, run: () => act(id, button) };
  }
  return {
    id,
    tone,
    words,
    code,
    action: toAction(actionLabel, 0),
    second: toAction(secondLabel, 1),
  };
}
