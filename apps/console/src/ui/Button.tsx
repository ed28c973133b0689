import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ComponentType, memo, type ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { KeyCap } from "./KeyCap.tsx";
import { useShownKeys } from "./keys/KeyboardProvider.tsx";
import { useDelayed } from "./use-delayed.ts";

import styles from "./Button.module.css";

/** One of lucide's icons, or one of our own. */
type ButtonIcon = LucideIcon | ComponentType<{ size: number; strokeWidth?: number }>;

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  look?: "plain" | "primary" | "danger" | "quiet";
  size?: "control" | "call" | "row";
  icon?: ButtonIcon;
  /** As people read it: `F8`, `F9 F9`. */
  keys?: string;
  /** As `aria-keyshortcuts` wants it, where that differs. */
  keyShortcuts?: string;
  pending?: boolean;
  /** Why it cannot be pressed now; it stays focusable so that the reason can be read. */
  disabledReason?: string | null;
  children?: ReactNode;
}

/** A button keeps its width whatever happens: pending is a line along its lower edge. */
export function Button(props: ButtonProps) {
  const { look = "plain", size = "control", icon, keys, pending = false } = props;
  const {
    keyShortcuts,
    disabledReason: because = null,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const slow = useDelayed(pending);
  const off = because !== null;
  const named = useShownKeys(keyShortcuts ?? keys);
  return (
    <button
      type="button"
      {...domProps(rest)}
      className={classNames(styles["button"], className)}
      data-look={look}
      data-size={size}
      data-slow={slow || undefined}
      aria-disabled={off || undefined}
      aria-busy={pending || undefined}
      aria-keyshortcuts={named ?? undefined}
      title={because ?? rest.title}
      onClick={off || pending ? undefined : onClick}
    >
      {icon === undefined ? null : <ButtonGlyph icon={icon} />}
      {children === undefined ? null : <span className={styles["label"]}>{children}</span>}
      {keys === undefined ? null : <KeyCap keys={keys} />}
    </button>
  );
}

/** Stays as it is while the button's words change. */
const ButtonGlyph = memo(({ icon: Icon }: { icon: ButtonIcon }) => (
  <Icon size={16} strokeWidth={2} aria-hidden="true" />
));

function domProps(rest: ButtonProps): ComponentProps<"button"> {
  const { look: _look, size: _size, icon: _icon, keys: _keys, pending: _pending, ...dom } = rest;
  return dom;
}
