import { useEffect, useMemo } from "react";

import { OverlayRoot } from "../src/ui/OverlayRoot.tsx";
import { createStillClock } from "../src/ui/time/second-clock.ts";
import { TimeProvider } from "../src/ui/time/TimeProvider.tsx";
import { galleryNow } from "./a-call.ts";
import { scenes, sheets } from "./scenes.tsx";

import styles from "./Gallery.module.css";

const stages = new Set([
  "console",
  "settings",
  "shortcuts",
  "keypad",
  "line-",
  "caller-",
  "panel-",
]);

/** `/__gallery?scene=console&theme=dark&density=compact`; without a scene, the list of them. */
export function GalleryRoute() {
  const search = useMemo(() => new URLSearchParams(window.location.search), []);
  const clock = useMemo(() => createStillClock(galleryNow), []);
  const compact = search.get("density") === "compact";
  useEffect(() => {
    const page = document.documentElement;
    page.dataset["theme"] = search.get("theme") ?? "light";
    page.dataset["density"] = compact ? "compact" : "comfortable";
    document.title = `Gallery ${search.get("scene") ?? ""}`;
  }, [search, compact]);
  const scene = [...scenes, ...sheets].find((each) => each.id === search.get("scene"));
  if (scene === undefined) {
    return <SceneList />;
  }
  const hasOverlays = [...stages].some((stage) => scene.id.startsWith(stage));
  return (
    <TimeProvider locale="en-AU" clock={clock}>
      {scene.draw(compact)}
      {hasOverlays ? null : <OverlayRoot />}
    </TimeProvider>
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
