import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { StatusPage } from "./StatusPage.tsx";
import type { SessionView } from "./use-session.ts";

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
