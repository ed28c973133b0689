import { X } from "lucide-react";
import { useTranslations } from "use-intl";

import type { NoticeView } from "../../lib/notice-view.ts";
import { Button } from "../../ui/Button.tsx";
import { NoticeLine } from "../../ui/Notices.tsx";

import styles from "./LineCard.module.css";

interface LineNoticeProps {
  notice: NoticeView;
  dismiss: (notice: string) => void;
}

export function LineNotice({ notice, dismiss }: LineNoticeProps) {
  const t = useTranslations("app");
  return (
    <div className={styles["notice"]}>
      <output className={styles["noticeWords"]} title={notice.words}>
        <NoticeLine notice={notice} />
      </output>
      {/* A notice that only informs disappears by itself, so it has no close button. */}
      {notice.tone === "info" ? null : (
        <Button
          look="quiet"
          icon={X}
          className={styles["small"]}
          aria-label={t("dismiss")}
          onClick={() => dismiss(notice.id)}
        />
      )}
    </div>
  );
}
