import { Merge, Plus, Split, Undo2, X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { ProfileView, SearchView } from "./profile-view.ts";
import { FoundWords, Further, SearchBox } from "./SearchCard.tsx";
import { useFocusReturn } from "./use-focus-return.ts";
import { VirtualList } from "./VirtualList.tsx";

import styles from "./People.module.css";

export function MergeSection({ view, others }: { view: ProfileView; others: SearchView }) {
  const t = useTranslations("people");
  const [merges, setMerges] = useState(false);
  const [adds, setAdds] = useState(false);
  const { profile, actions, pending } = view;
  const { merge, undo } = actions;
  const [last] = profile.changes;
  const section = useFocusReturn(merges || adds);
  if (merge === null) {
    return null;
  }
  return (
    <section ref={section} className={styles["section"]} aria-label={t("numbers")}>
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
      {profile.numbers.length < 2 ? null : (
        <ul className={styles["plain"]}>
          {profile.numbers.map(({ number, numberDisplay }) => (
            <NumberRow key={number} {...{ view, number, numberDisplay }} />
          ))}
        </ul>
      )}
      <div className={styles["buttons"]}>
        <Button icon={Merge} aria-expanded={merges} onClick={() => setMerges(!merges)}>
          {t("merge")}
        </Button>
        <Button icon={Plus} aria-expanded={adds} onClick={() => setAdds(!adds)}>
          {t("addNumber")}
        </Button>
      </div>
      {adds ? <NumberForm view={view} close={() => setAdds(false)} /> : null}
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

interface NumberRowProps {
  view: ProfileView;
  number: string;
  numberDisplay: string;
}

/** Gives a number and its calls to another person, or removes the number and keeps the calls. */
function NumberRow({ view, number, numberDisplay }: NumberRowProps) {
  const t = useTranslations("people");
  const { actions, pending } = view;
  return (
    <li className={styles["flag"]}>
      <span>{numberDisplay}</span>
      <span>
        <Button
          look="quiet"
          icon={Split}
          pending={pending}
          aria-label={t("split", { number: numberDisplay })}
          onClick={() => actions.split?.(number)}
        >
          {t("splitOff")}
        </Button>
        <Button
          look="quiet"
          icon={X}
          pending={pending}
          aria-label={t("removeNumber", { number: numberDisplay })}
          onClick={() => actions.number?.(number, false)}
        />
      </span>
    </li>
  );
}

function NumberForm({ view, close }: { view: ProfileView; close: () => void }) {
  const t = useTranslations("people");
  const [number, setNumber] = useState("");
  return (
    <form
      className={styles["fields"]}
      onSubmit={(event) => {
        event.preventDefault();
        view.actions.number?.(number, true);
        close();
      }}
    >
      <label className={styles["labelled"]}>
        <span>{t("newNumber")}</span>
        <input
          required
          inputMode="tel"
          maxLength={40}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </label>
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("cancel")}</Button>
        <Button look="primary" type="submit" pending={view.pending}>
          {t("set")}
        </Button>
      </div>
    </form>
  );
}

interface OtherCallersProps {
  view: ProfileView;
  others: SearchView;
  merge: (id: string) => void;
}

function OtherCallers({ view, others, merge }: OtherCallersProps) {
  const t = useTranslations("people");
  const { profile, pending } = view;
  return (
    <>
      <SearchBox label={t("mergeHint")} view={others} takesFocus />
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
      <Further continueSearch={others.continueSearch} />
    </>
  );
}
