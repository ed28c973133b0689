import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {Icon === undefined ? null : (
        <Icon size={24} strokeWidth={1.5} aria-hidden="true" className={styles["icon"]} />
      )}
      <p className={styles["title"]}>{title}</p>
      {children === undefined ? null : <div className={styles["words"]}>{children}</div>}
    </div>
  );
}
