export interface NoticeAction {
  label: string;
  run: () => void;
}

export interface NoticeView {
  id: string;
  tone: "info" | "warning" | "failure" | "done";
  words: string;
  code: string | null;
  action: NoticeAction | null;
  second?: NoticeAction | null;
}
