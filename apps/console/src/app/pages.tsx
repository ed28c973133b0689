import { useTranslations } from "use-intl";

import type { SessionView } from "../features/station/station-view.ts";
import { Button } from "../ui/Button.tsx";
import { StatusPage } from "./StatusPage.tsx";

type NotSignedIn = Exclude<SessionView, { status: "authenticated" }>;

/** Between the console and the sign-in page. */
export function SessionPage({ session }: { session: NotSignedIn }) {
  const t = useTranslations("app");
  if (session.status === "loading") {
    return <StatusPage late title={t("loading")} />;
  }
  if (session.status === "unauthenticated") {
    return (
      <StatusPage late title={t("signingIn")}>
        {t("signingInWords")}
      </StatusPage>
    );
  }
  return (
    <StatusPage title={t("failed")}>
      {session.words}
      <Button look="primary" onClick={session.retry}>
        {t("retry")}
      </Button>
    </StatusPage>
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
