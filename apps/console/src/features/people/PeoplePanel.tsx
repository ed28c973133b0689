import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import type { FoundCaller } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { HistoryCard } from "./HistoryCard.tsx";
import type { SearchView } from "./profile-view.ts";
import { ProfileCard } from "./ProfileCard.tsx";
import { SearchCard } from "./SearchCard.tsx";
import { useHistory } from "./use-history.ts";
import { useProfile } from "./use-profile.ts";
import { useSearch } from "./use-search.ts";

import styles from "./People.module.css";

type Shown = { type: "search" } | { type: "profile" | "calls"; caller: string; name: string };

interface PeopleCardProps {
  /** What stands below a caller's card, beside what everybody has there. */
  below?: (caller: { id: string; name: string }, back: () => void) => ReactNode;
  /** In place of the list that everybody has. */
  list?: (view: SearchView, open: (caller: FoundCaller) => void) => ReactNode;
}

/** The panel of all callers [CL28]. */
export function PeoplePanel() {
  return <PeopleCard />;
}

/** The search, a caller's card, or all calls of that caller. */
export function PeopleCard({ below, list }: PeopleCardProps) {
  const [shown, show] = useState<Shown>({ type: "search" });
  const search = useSearch();
  const t = useTranslations("people");
  function open({ id, name, numbers }: FoundCaller): void {
    const label = name ?? numbers[0]?.numberDisplay ?? t("noName");
    show({ type: "profile", caller: id, name: label });
  }
  if (shown.type === "search") {
    return list?.(search, open) ?? <SearchCard view={search} open={open} />;
  }
  const back =
    shown.type === "profile"
      ? () => show({ type: "search" })
      : () => show({ ...shown, type: "profile" });
  return (
    <div className={styles["card"]}>
      <Button className={styles["back"]} look="quiet" icon={ArrowLeft} onClick={back}>
        {shown.type === "profile" ? t("back") : shown.name}
      </Button>
      {shown.type === "profile" ? (
        <OpenProfile caller={shown.caller} openCalls={() => show({ ...shown, type: "calls" })} />
      ) : (
        <OpenCalls caller={shown.caller} name={shown.name} />
      )}
      {shown.type === "profile"
        ? below?.({ id: shown.caller, name: shown.name }, () => show({ type: "search" }))
        : null}
    </div>
  );
}

function OpenProfile({ caller, openCalls }: { caller: string; openCalls: () => void }) {
  const t = useTranslations("people");
  const app = useTranslations("app");
  const loaded = useProfile(caller);
  const others = useSearch();
  switch (loaded.status) {
    case "loading":
      return <p className={styles["muted"]}>{t("loading")}</p>;
    case "failed":
      return (
        <EmptyState title={loaded.words}>
          <Button onClick={loaded.retry}>{app("retry")}</Button>
        </EmptyState>
      );
    case "ready":
      return <ProfileCard key={caller} view={loaded.view} others={others} openCalls={openCalls} />;
  }
}

function OpenCalls({ caller, name }: { caller: string; name: string }) {
  return <HistoryCard view={useHistory({ caller, name, showAll: null })} />;
}
