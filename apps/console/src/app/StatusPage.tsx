import { type ReactNode, type ComponentProps, lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { useDelayed } from "../ui/use-delayed.ts";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import type { SignedInView, SessionView } from "./use-session.ts";

import styles from "./StatusPage.module.css";

interface QuietPageProps {
  title: string;
  /** Shows the page only after a delay, so that a short wait does not show it. */
  late?: boolean;
  children?: ReactNode;
}

/** Shows the page without a console: signing in, loading, not found or failed. */
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
          <p className={styles["mark"]}>
            <BrandMark /> Linedesk
          </p>
          <h1>{title}</h1>
          {children === undefined ? null : <div className={styles["words"]}>{children}</div>}
        </div>
      )}
    </main>
  );
}

function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width={24} height={24} aria-hidden="true">
      <rect className={styles["tile"]} width={32} height={32} rx={7} />
      <path className={styles["lines"]} d="M8 11h16M8 21h10" />
    </svg>
  );
}

export function LoadingPage() {
  return <StatusPage late title={useTranslations("app")("loading")} />;
}

/**
 * Names the account, because either an admin must add it, or the person must use another account.
 */
export function NoStationPage({ user, signOut }: Pick<SignedInView, "user" | "signOut">) {
  const t = useTranslations("app");
  const person = user.email === null ? user.name : `${user.name}, ${user.email}`;
  return (
    <StatusPage title={t("noStation")}>
      {t("noStationWords")}
      <p>{t("signedInAs", { person })}</p>
      <Button onClick={signOut}>{t("signOut")}</Button>
    </StatusPage>
  );
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

const NoStation = lazy(async () => {
  const loaded = await import("./NoStationRoute.tsx");
  return { default: loaded.NoStationRoute };
});

export function LazyNoStation(props: ComponentProps<typeof NoStation>) {
  return (
    <Suspense fallback={<LoadingPage />}>
      <NoStation {...props} />
    </Suspense>
  );
}
