import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

import styles from "./Admin.module.css";

/**
 * The element beside a section's title. It is `null` until it is drawn, and undefined outside a
 * section.
 */
export const HeadActionsContext = createContext<HTMLElement | null | undefined>(undefined);

/** Shows the actions of a whole section beside its title. */
export function HeadActions({ children }: { children: ReactNode }) {
  const destination = useContext(HeadActionsContext);
  if (destination === undefined) {
    return <div className={styles["buttons"]}>{children}</div>;
  }
  return destination === null ? null : createPortal(children, destination);
}
