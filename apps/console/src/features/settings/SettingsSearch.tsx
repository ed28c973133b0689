import { Search } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { findSettings } from "./find-settings.ts";

import styles from "./SettingsCard.module.css";

/** Shows the sections of the settings, with a search and a button to each section. */
export function SettingsSearch({ children }: { children: ReactNode }) {
  const t = useTranslations("settings");
  const groups = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<readonly string[]>([]);
  // The words of a setting are those that it shows, so the search reads the drawn settings.
  useLayoutEffect(() => {
    const names = groups.current === null ? [] : findSettings(groups.current, query);
    setFound((before) => (before.join() === names.join() ? before : names));
  }, [query, children]);
  function open(name: string): void {
    const all = [...(groups.current?.querySelectorAll(":scope > section") ?? [])];
    all.find((one) => one.ariaLabel === name)?.scrollIntoView({ block: "start" });
  }
  return (
    <>
      <div className={styles["find"]}>
        <label className={styles["search"]}>
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            aria-label={t("find")}
            placeholder={t("find")}
            autoComplete="off"
            data-1p-ignore=""
            maxLength={60}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </label>
        <nav className={styles["sections"]} aria-label={t("sections")}>
          {found.map((name) => (
            <Button key={name} look="quiet" onClick={() => open(name)}>
              {name}
            </Button>
          ))}
        </nav>
        <output className={styles["hint"]}>
          {found.length === 0 && query !== "" ? t("notFound", { words: query }) : ""}
        </output>
      </div>
      <div ref={groups} className={styles["groups"]}>
        {children}
      </div>
    </>
  );
}
