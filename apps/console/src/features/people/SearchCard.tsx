import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import type { FoundCaller } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { SearchView } from "./profile-view.ts";
import { VirtualList } from "./VirtualList.tsx";

import styles from "./People.module.css";

interface SearchCardProps {
  view: SearchView;
  open: (caller: FoundCaller) => void;
}

export function SearchCard({ view, open }: SearchCardProps) {
  const t = useTranslations("people");
  const app = useTranslations("app");
  return (
    <div className={styles["card"]}>
      <SearchBox label={t("search")} view={view} takesFocus />
      {view.failed === null ? null : (
        <EmptyState title={view.failed.words}>
          <Button onClick={view.failed.retry}>{app("retry")}</Button>
        </EmptyState>
      )}
      {view.items.length === 0 && !view.loading && view.failed === null ? (
        view.continueSearch === null ? (
          <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>
        ) : null
      ) : (
        <VirtualList
          label={t("list")}
          items={view.items}
          idOf={({ id }) => id}
          more={view.more}
          draw={(caller) => (
            <button type="button" className={styles["found"]} onClick={() => open(caller)}>
              <FoundWords caller={caller} />
            </button>
          )}
        />
      )}
      <Further continueSearch={view.continueSearch} />
    </div>
  );
}

export function Further({ continueSearch }: Pick<SearchView, "continueSearch">) {
  const t = useTranslations("people");
  return continueSearch === null ? null : (
    <EmptyState title={t("notYet")}>
      <Button onClick={continueSearch}>{t("further")}</Button>
    </EmptyState>
  );
}

interface SearchBoxProps {
  label: string;
  view: Pick<SearchView, "find" | "search">;
  takesFocus?: boolean;
}

export function SearchBox({ label, view, takesFocus = false }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) {
      field.current?.focus();
    }
  }, [takesFocus]);
  return (
    <div className={styles["search"]}>
      <Search size={15} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={view.find}
        onChange={(event) => view.search(event.target.value)}
      />
    </div>
  );
}

export function FoundWords({ caller }: { caller: FoundCaller }) {
  const t = useTranslations("people");
  const formats = useTimeFormats();
  const now = useNow();
  const { name, location, numbers, lastCallAt } = caller;
  const [first] = numbers;
  const detail = [
    ...(first === undefined ? [] : [first.numberDisplay]),
    ...(location === null ? [] : [location]),
  ];
  return (
    <>
      <span className={styles["name"]}>{name ?? first?.numberDisplay ?? t("noName")}</span>
      <span className={styles["when"]}>
        {lastCallAt === null ? "" : formats.day(Date.parse(lastCallAt), now)}
      </span>
      <span className={styles["detail"]}>{detail.join(" · ")}</span>
    </>
  );
}
