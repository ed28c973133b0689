import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { FoundCaller } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { HistoryCard } from "./HistoryCard.tsx";
import type { HistoryView, SearchView } from "./profile-view.ts";
import { ProfileCard } from "./ProfileCard.tsx";
import { SearchCard } from "./SearchCard.tsx";
import { useHistory } from "./use-history.ts";
import { type LoadedProfile, useProfile } from "./use-profile.ts";
import { useSearch } from "./use-search.ts";

import styles from "./People.module.css";

interface PeopleCardProps {
  station: string;
  /** The caller whose card is shown; `null` shows the search. */
  caller: string | null;
  show: (caller: string | null) => void;
  /** Opens the timeline; `null` on a page without a desk. */
  openTimeline: HistoryView["openTimeline"];
  dial: HistoryView["dial"];
  below?: (caller: { id: string; name: string }, back: () => void) => ReactNode;
  list?: (view: SearchView, open: (caller: FoundCaller) => void) => ReactNode;
}

export function PeopleCard({ list, ...props }: PeopleCardProps) {
  const { station, caller, show } = props;
  const search = useSearch(station);
  if (caller !== null) {
    return <OneCaller key={caller} {...props} caller={caller} />;
  }
  function open({ id }: FoundCaller): void {
    show(id);
  }
  return list?.(search, open) ?? <SearchCard view={search} open={open} />;
}

type OneCallerProps = Omit<PeopleCardProps, "list"> & { caller: string };

function OneCaller({ station, caller, show, openTimeline, dial, below }: OneCallerProps) {
  const t = useTranslations("people");
  const [calls, showCalls] = useState(false);
  const loaded = useProfile({ station, caller });
  const name = useShownName(loaded);
  const back = () => (calls ? showCalls(false) : show(null));
  const backButton = useRef<HTMLButtonElement>(null);
  // The element that opened the card no longer exists, so without this the focus would be lost.
  useEffect(() => backButton.current?.focus(), [calls]);
  return (
    <div className={styles["card"]}>
      <Button
        ref={backButton}
        className={styles["back"]}
        look="quiet"
        icon={ArrowLeft}
        onClick={back}
      >
        {calls ? name : t("back")}
      </Button>
      <div className={below === undefined ? undefined : styles["framed"]}>
        {calls ? (
          <OpenCalls {...{ station, caller, name, openTimeline, dial }} />
        ) : (
          <OpenProfile
            {...{ loaded, station, openTimeline, dial }}
            openCalls={() => showCalls(true)}
          />
        )}
      </div>
      {calls ? null : below?.({ id: caller, name }, () => show(null))}
    </div>
  );
}

function useShownName(loaded: LoadedProfile): string {
  const t = useTranslations("people");
  const profile = loaded.status === "ready" ? loaded.view.profile : null;
  return profile?.name ?? profile?.numbers[0]?.numberDisplay ?? t("noName");
}

interface OpenProfileProps {
  loaded: LoadedProfile;
  station: string;
  openCalls: () => void;
  openTimeline: HistoryView["openTimeline"];
  dial: HistoryView["dial"];
}

function OpenProfile({ loaded, station, openCalls, openTimeline, dial }: OpenProfileProps) {
  const t = useTranslations("people");
  const app = useTranslations("app");
  const others = useSearch(station);
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
      return <ProfileCard view={loaded.view} {...{ others, openCalls, openTimeline, dial }} />;
  }
}

interface OpenCallsProps {
  station: string;
  caller: string;
  name: string;
  openTimeline: HistoryView["openTimeline"];
  dial: HistoryView["dial"];
}

function OpenCalls(props: OpenCallsProps) {
  return <HistoryCard view={useHistory({ ...props, openCard: null, showAll: null })} />;
}
