import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslations } from "use-intl";

import { adminMessages } from "../features/admin/admin-messages.ts";
import { FirstStation } from "../features/admin/FirstStation.tsx";
import { UnsavedFormsProvider } from "../features/admin/UnsavedFormsProvider.tsx";
import { useMayAddStation } from "../features/admin/use-station-details.ts";
import { LazyWords } from "../ui/LazyWords.tsx";
import { NoStationPage, StatusPage } from "./StatusPage.tsx";
import type { SignedInView } from "./use-session.ts";

type Person = Pick<SignedInView, "user" | "signOut">;

const words = { admin: adminMessages };

/** Lets an owner without a station add the first one. Other people see whom they must ask. */
export function NoStationRoute(person: Person) {
  return (
    <LazyWords words={words}>
      <FirstOrNone {...person} />
    </LazyWords>
  );
}

function FirstOrNone(person: Person) {
  const t = useTranslations("admin.first");
  const router = useRouter();
  const mayAdd = useMayAddStation();
  /** A full page load is needed, because this page has cached that there is no station. */
  const openTelephony = useCallback(
    (callSign: string) => {
      const params = { station: callSign.toLowerCase(), _splat: "telephony" };
      window.location.assign(router.buildLocation({ to: "/$station/admin/$", params }).href);
    },
    [router],
  );
  if (!mayAdd) {
    return <NoStationPage {...person} />;
  }
  return (
    <StatusPage title={t("title")}>
      <UnsavedFormsProvider>
        <FirstStation made={openTelephony} />
      </UnsavedFormsProvider>
    </StatusPage>
  );
}
