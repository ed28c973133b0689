import type { NoticeView } from "../lib/notice-view.ts";
import { type Notice } from "./store/desk-slice.ts";

export function toNoticeView(notice: Notice): NoticeView {
  return {
    id: notice.id,
    tone: notice.tone,
    words: notice.words,
    code: notice.code,
    action: null,
  };
}
