import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { StatusPage } from "./StatusPage.tsx";
import type { SessionView } from "./use-session.ts";

type NotSignedIn = Exclude<SessionView, { status: "authenticated" }>;
type Failed = Extract<SessionView, { status: "failed" }>;

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
  return <StartFailedPage session={session} />;
}

function StartFailedPage({ session }: { session: Failed }) {
  const t = useTranslations("app");
  const { failure, retry, openSignInPage } = session;
  if (failure.step === "load") {
    return (
      <StatusPage title={t("failed")}>
        {failure.words}
        <Button look="primary" onClick={retry}>
          {t("retry")}
        </Button>
      </StatusPage>
    );
  }
  const isLate = failure.reason === "timeout";
  return (
    <StatusPage title={t("signInFailed")}>
      {t(isLate ? "signInLate" : "signInUnreachable")}
      <Button look="primary" onClick={retry}>
        {t("retry")}
      </Button>
      {isLate ? <Button onClick={openSignInPage}>{t("openSignInPage")}</Button> : null}
    </StatusPage>
  );
}
