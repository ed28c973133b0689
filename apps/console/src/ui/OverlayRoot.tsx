import { createContext, use, useMemo, useState } from "react";
import type { ReactNode } from "react";

import styles from "./OverlayRoot.module.css";

interface OverlaySpot {
  element: HTMLElement | null;
  setElement: (element: HTMLElement | null) => void;
}

const OverlayContext = createContext<OverlaySpot>({ element: null, setElement: () => undefined });

/** Draws menus and dialogs inside a landmark, so that screen readers can find them. */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const spot = useMemo(() => ({ element, setElement }), [element]);
  return <OverlayContext value={spot}>{children}</OverlayContext>;
}

export function OverlayRoot() {
  const { setElement } = use(OverlayContext);
  return <div ref={setElement} className={styles["root"]} />;
}

export function useOverlayRoot(): HTMLElement | null {
  return use(OverlayContext).element;
}
