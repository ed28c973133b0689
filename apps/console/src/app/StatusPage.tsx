import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
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

export function LoadingPage() {
  return <StatusPage late title={useTranslations("app")("loading")} />;
}

export function NoStationPage() {
  const t = useTranslations("app");
  return <StatusPage title={t("noStation")}>{t("noStationWords")}</StatusPage>;
}

export function NotFoundPage({ home }: { home: () => void }) {
  const t = useTranslations("app");
  return (
    <StatusPage title={t("notFound")}>
      {t("notFoundWords")}
      <Button look="primary" onClick={home}>
        {t("goToStation")}
      </Button>
    </StatusPage>
  );
}

export function FailedPage() {
  const t = useTranslations("app");
  return (
    <StatusPage title={t("pageFailed")}>
      {t("pageFailedWords")}
      <Button look="primary" onClick={() => window.location.reload()}>
        {t("reload")}
      </Button>
    </StatusPage>
  );
}
