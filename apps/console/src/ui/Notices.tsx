import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import type { ReactNode } from "react";

import { type NoticeView } from "../lib/notice-view.ts";
import { Button } from "./Button.tsx";

import styles from "./Notices.module.css";

const icons: Record<NoticeView["tone"], LucideIcon> = {
  info: Info,
  warning: TriangleAlert,
  failure: CircleAlert,
  done: CircleCheck,
};

/** The time to read a notice twice. A notice with an action stays, and so does a failure. */
const LEAVES_AFTER_MS = 8_000;

export function NoticeLine({ notice }: { notice: NoticeView }) {
  const Icon = icons[notice.tone];
  return (
    <div className={styles["line"]} data-tone-of={notice.tone}>
      <Icon size={16} aria-hidden="true" className={styles["icon"]} />
      <span className={styles["words"]}>
        {notice.words}
        {notice.code === null ? null : <span className={styles["code"]}>{notice.code}</span>}
      </span>
      {[notice.action, notice.second ?? null].map((action) =>
        action === null ? null : (
          <Button key={action.label} onClick={action.run}>
            {action.label}
          </Button>
        ),
      )}
    </div>
  );
}

interface NoticesProps {
  label: string;
  dismissLabel: string;
  notices: NoticeView[];
  dismiss: (id: string) => void;
  children?: ReactNode;
}

/** Shows the notices at the bottom left, where they never cover the queue's buttons. */
export function Notices({ label, dismissLabel, notices, dismiss, children }: NoticesProps) {
  return (
    <div className={styles["stack"]} role="log" aria-label={label} aria-live="polite">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} dismiss={dismiss} dismissLabel={dismissLabel} />
      ))}
      {children}
    </div>
  );
}

interface ToastProps {
  notice: NoticeView;
  dismiss: (id: string) => void;
  dismissLabel: string;
}

function Toast({ notice, dismiss, dismissLabel }: ToastProps) {
  const stays = notice.action !== null || notice.tone === "failure";
  useEffect(() => {
    if (stays) {
      return;
    }
    const timer = setTimeout(() => dismiss(notice.id), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [notice.id, stays, dismiss]);
  return (
    <div className={styles["toast"]}>
      <NoticeLine notice={notice} />
      <Button look="quiet" icon={X} aria-label={dismissLabel} onClick={() => dismiss(notice.id)} />
    </div>
  );
}
