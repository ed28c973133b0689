export interface NoticeView {
  id: string;
  tone: "info" | "warning" | "failure" | "done";
  words: string;
  code: string | null;
  action: { label: string; run: () => void } | null;
}
