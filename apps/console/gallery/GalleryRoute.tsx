import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo } from "react";
import { IntlProvider, useLocale } from "use-intl";

import { englishWords } from "../src/app/load-words.ts";
import { setReasonWriter } from "../src/client/words/page-words.ts";
import { codeWords } from "../src/client/words/reasons/code-words.ts";
import { reasonWords, writeReason } from "../src/client/words/reasons/reason-words.ts";
import { createReasonWriter } from "../src/client/words/reasons/reason-writer.ts";
import { UnsavedFormsProvider } from "../src/features/admin/UnsavedFormsProvider.tsx";
import { lazyWords } from "../src/testing/lazy-words.ts";
import { pseudoWords } from "../src/testing/pseudo-words.ts";
import { LazyWords } from "../src/ui/LazyWords.tsx";
import { OverlayRoot } from "../src/ui/OverlayRoot.tsx";
import { TimeProvider } from "../src/ui/time/TimeProvider.tsx";
import { galleryNow } from "./a-call.ts";
import { scenes, sheets } from "./scenes.tsx";

import styles from "./Gallery.module.css";

const stages = new Set([
  "console",
  "settings",
  "shortcuts",
  "keypad",
  "dial-",
  "line-",
  "caller-",
  "panel-",
]);

/** A stopped clock, so that a picture does not depend on the time of its capture. */
const stillClock = { now: () => galleryNow, onTick: () => () => undefined };

/**
 * Shows the scene of `/__gallery?scene=console&theme=dark&density=compact&locale=pseudo`. Without
 * `scene` it lists all scenes.
 */
export function GalleryRoute() {
  const locale = useLocale();
  const address = useRouterState({ select: (state) => state.location.searchStr });
  const search = useMemo(() => new URLSearchParams(address), [address]);
  const compact = search.get("density") === "compact";
  useEffect(() => {
    const page = document.documentElement;
    page.dataset["theme"] = search.get("theme") ?? "light";
    page.dataset["density"] = compact ? "compact" : "comfortable";
    document.title = `Gallery ${search.get("scene") ?? ""}`;
    // A test that changes the address waits for this value, which shows that the scene is drawn.
    page.dataset["drawn"] = search.toString();
  }, [search, compact]);
  const scene = [...scenes, ...sheets].find((each) => each.id === search.get("scene"));
  if (scene === undefined) {
    return <SceneList />;
  }
  const hasOverlays = [...stages].some((stage) => scene.id.startsWith(stage));
  return (
    <WordsOfScene isPseudo={search.get("locale") === "pseudo"}>
      <TimeProvider locale={locale} clock={stillClock}>
        {/* A new address mounts a new scene, which keeps no state of the previous one. */}
        <UnsavedFormsProvider key={address}>{scene.draw(compact)}</UnsavedFormsProvider>
        {hasOverlays ? null : <OverlayRoot />}
      </TimeProvider>
    </WordsOfScene>
  );
}

/** Provides the page's own words, or the pseudo-locale, which reveals untranslated text. */
function WordsOfScene({ isPseudo, children }: { isPseudo: boolean; children: ReactNode }) {
  const pseudo = useMemo(() => {
    setReasonWriter(
      isPseudo
        ? createReasonWriter({
            words: pseudoWords(reasonWords),
            codes: pseudoWords(codeWords),
            locale: englishWords.language,
          })
        : writeReason,
    );
    return isPseudo ? pseudoWords({ ...englishWords.messages, ...lazyWords }) : null;
  }, [isPseudo]);
  return pseudo === null ? (
    <LazyWords words={lazyWords}>{children}</LazyWords>
  ) : (
    <IntlProvider locale={englishWords.language} messages={pseudo}>
      {children}
    </IntlProvider>
  );
}

function SceneList() {
  return (
    <main className={styles["sheet"]}>
      <h1>Gallery</h1>
      <ul className={styles["list"]} data-scenes={scenes.map((scene) => scene.id).join(" ")}>
        {[...scenes, ...sheets].map((scene) => (
          <li key={scene.id}>
            <a href={`?scene=${scene.id}`}>{scene.id}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
