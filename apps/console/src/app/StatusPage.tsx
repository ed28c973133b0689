import { Phone } from "lucide-react";
import type { ReactNode } from "react";

import { EmptyState } from "../ui/EmptyState.tsx";
import { useDelayed } from "../ui/use-delayed.ts";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";

import styles from "./StatusPage.module.css";

interface QuietPageProps {
  title: string;
  /** Shows only if it lasts: what is quick shows nothing. */
  late?: boolean;
  children?: ReactNode;
}

/** The page while there is no console to show: signing in, loading, not found, failed. */
export function StatusPage({ title, late = false, children }: QuietPageProps) {
  const lasted = useDelayed(late);
  return (
    <main className={styles["page"]}>
      {late && !lasted ? (
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
      ) : (
        <div className={styles["card"]}>
          <h1 className={styles["mark"]}>
            <Phone size={16} aria-hidden="true" /> Linedesk
          </h1>
          <EmptyState title={title}>{children}</EmptyState>
        </div>
      )}
    </main>
  );
}
