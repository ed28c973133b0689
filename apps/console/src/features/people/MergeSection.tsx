import { Merge, Split, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { ProfileView, SearchView } from "./profile-view.ts";
import { FoundWords, Further, SearchBox } from "./SearchCard.tsx";
import { VirtualList } from "./VirtualList.tsx";

import styles from "./People.module.css";

/** Other entries of the same person are merged, and numbers split off; both are undone here. */
export function MergeSection({ view, others }: { view: ProfileView; others: SearchView }) {
  const t = useTranslations("people");
  const [merges, setMerges] = useState(false);
  const { profile, actions, pending } = view;
  const { merge, split, undo } = actions;
  const [last] = profile.changes;
  if (merge === null) {
    return null;
  }
  return (
    <section className={styles["section"]} aria-label={t("numbers")}>
      {last === undefined ? null : (
        <p className={styles["flag"]}>
          <span>
            {t(`change.${last.kind}`, { name: last.other.name ?? t("noName"), by: last.by })}
          </span>
          <Button size="row" icon={Undo2} pending={pending} onClick={() => undo?.(last.id)}>
            {t("undo")}
          </Button>
        </p>
      )}
      <div className={styles["buttons"]}>
        <Button icon={Merge} aria-expanded={merges} onClick={() => setMerges(!merges)}>
          {t("merge")}
        </Button>
        {profile.numbers.length < 2
          ? null
          : profile.numbers.map(({ number, numberDisplay }) => (
              <Button key={number} icon={Split} pending={pending} onClick={() => split?.(number)}>
                {t("split", { number: numberDisplay })}
              </Button>
            ))}
      </div>
      {merges ? (
        <OtherCallers
          view={view}
          others={others}
          merge={(id) => {
            merge(id);
            setMerges(false);
          }}
        />
      ) : null}
    </section>
  );
}

interface OtherCallersProps {
  view: ProfileView;
  others: SearchView;
  merge: (id: string) => void;
}

/** Whoever may be the same person, found by search. */
function OtherCallers({ view, others, merge }: OtherCallersProps) {
  const t = useTranslations("people");
  const { profile, pending } = view;
  return (
    <>
      <SearchBox label={t("mergeHint")} view={others} />
      <VirtualList
        label={t("list")}
        items={others.items.filter(({ id }) => id !== profile.id)}
        idOf={({ id }) => id}
        more={others.more}
        draw={(other) => (
          <span className={styles["candidate"]}>
            <span className={styles["other"]}>
              <FoundWords caller={other} />
            </span>
            <Button
              size="row"
              pending={pending}
              aria-label={t("mergeLabel", { name: other.name ?? t("noName") })}
              onClick={() => merge(other.id)}
            >
              {t("mergeOne")}
            </Button>
          </span>
        )}
      />
      <Further further={others.further} />
    </>
  );
}
