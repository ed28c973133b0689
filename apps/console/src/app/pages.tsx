import { useTranslations } from "use-intl";

import type { SessionView } from "../features/station/station-view.ts";
import { Button } from "../ui/Button.tsx";
import { QuietPage } from "./QuietPage.tsx";

type NotSignedIn = Exclude<SessionView, { status: "authenticated" }>;

/** Between the console and the sign-in page. */
export function SessionPage({ session }: { session: NotSignedIn }) {
  const t = useTranslations("app");
  if (session.status === "loading") {
    return <QuietPage late title={t("loading")} />;
  }
  if (session.status === "unauthenticated") {
    return (
      <QuietPage late title={t("signingIn")}>
        {t("signingInWords")}
      </QuietPage>
    );
  }
  return (
    <QuietPage title={t("failed")}>
      {session.words}
      <Button look="primary" onClick={session.retry}>
        {t("retry")}
      </Button>
    </QuietPage>
  );
}

export function LoadingPage() {
  return <QuietPage late title={useTranslations("app")("loading")} />;
}

export function NoStationPage() {
  const t = useTranslations("app");
  return <QuietPage title={t("noStation")}>{t("noStationWords")}</QuietPage>;
}

export function NotFoundPage({ home }: { home: () => void }) {
  const t = useTranslations("app");
  return (
    <QuietPage title={t("notFound")}>
      {t("notFoundWords")}
      <Button look="primary" onClick={home}>
        {t("goToStation")}
      </Button>
    </QuietPage>
  );
}

export function FailedPage() {
  const t = useTranslations("app");
  return (
    <QuietPage title={t("pageFailed")}>
      {t("pageFailedWords")}
      <Button look="primary" onClick={() => window.location.reload()}>
        {t("reload")}
      </Button>
    </QuietPage>
  );
}
