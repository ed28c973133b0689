import type { ReactNode, RefObject } from "react";

import { classNames } from "./class-names.ts";

import styles from "./Panel.module.css";

interface PanelProps {
  label: string;
  className?: string | undefined;
  /** The scope whose keys work while the focus is in the panel, such as `queue`. */
  keys?: string;
  region?: string;
  panelRef?: RefObject<HTMLElement | null>;
  onFocus?: () => void;
  children: ReactNode;
}

/**
 * Shows a surface with a hairline border. With `region` or `panelRef` the surface can take the
 * focus.
 */
export function Panel(props: PanelProps) {
  const { label, className, keys, region, panelRef, onFocus, children } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes the focus
    <section
      ref={panelRef}
      className={classNames(styles["panel"], className)}
      aria-label={label}
      data-keys={keys}
      data-region={region}
      onFocus={onFocus}
      tabIndex={panelRef === undefined && region === undefined ? undefined : -1}
    >
      {children}
    </section>
  );
}
