import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { Button, type ButtonProps } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { endGuardDue, nextEndGuard, type EndGuard, type EndGuardEvent } from "./end-guard.ts";

import styles from "./EndButton.module.css";

interface EndButtonProps {
  guard: EndPress;
  onAir: boolean;
  selected: boolean;
  pending: boolean;
  conferenceEnd?: "END" | "HOLD" | null;
}

/** Ends the call: off air by two presses or a long press, and on air only by a long press. */
export function EndButton({
  guard,
  onAir,
  selected,
  pending,
  conferenceEnd = null,
}: EndButtonProps) {
  const t = useTranslations("lines");
  const actions = useTranslations("deskActions");
  const isArmed = guard.status === "armed";
  const single = onAir ? t("pressLongToEnd") : isArmed ? t("endAgain") : actions("hang_up.name");
  const ending = onAir ? "conferenceEndAir" : "conferenceEnd";
  const isShort = guard.status === "short";
  const words =
    conferenceEnd === null || isArmed
      ? single
      : isShort
        ? t("pressLonger")
        : t(`${ending}.${conferenceEnd}`);
  const times = isArmed ? 0 : onAir ? 1 : 2;
  return (
    <LongPressButton
      guard={guard}
      className={styles["last"]}
      pending={pending}
      title={t(onAir ? "endHintAir" : "endHint")}
      {...(selected ? { shortcut: { ...toShortcut(findKey("hang_up")), times } } : {})}
    >
      {words}
    </LongPressButton>
  );
}

type LongPressButtonProps = Omit<ButtonProps, "onClick" | "look" | "size"> & { guard: EndPress };

/** Draws a button whose guard decides by the length of the press. */
export function LongPressButton({ guard, className, children, ...rest }: LongPressButtonProps) {
  const isOff = (rest.disabledReason ?? null) !== null;
  function press(): void {
    if (!isOff) {
      guard.press();
    }
  }
  return (
    <Button
      {...rest}
      look="danger"
      size="call"
      className={classNames(styles["end"], className)}
      data-guard={guard.status}
      onPointerDown={(event) => {
        if (event.button === 0) {
          press();
        }
      }}
      onPointerUp={guard.release}
      onPointerLeave={guard.leave}
      onPointerCancel={guard.leave}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") {
          return;
        }
        event.preventDefault();
        if (!event.repeat) {
          press();
        }
      }}
      onKeyUp={(event) => {
        if (event.key !== "Enter" && event.key !== " ") {
          return;
        }
        // Firefox sends a click when Space is released, which would count as a second press.
        event.preventDefault();
        guard.release();
      }}
      onBlur={guard.leave}
      onClick={(event) => {
        // Assistive technology sends a click without a press, which counts as a short press.
        if (event.detail !== 0) {
          return;
        }
        press();
        guard.release();
      }}
    >
      {children}
    </Button>
  );
}

export interface EndPress {
  status: EndGuard["status"];
  press: () => void;
  release: () => void;
  leave: () => void;
}

/** Returns one guard for the button and for F9, so that one press of each counts as two presses. */
export function useEndGuard(input: {
  end: (() => void) | null;
  onAir: boolean;
  callId: string | null;
}): EndPress {
  const { end, onAir, callId } = input;
  const [state, setState] = useState<EndGuard>({ status: "idle" });
  const now = useRef(state);
  const latest = useRef({ end, onAir });
  useEffect(() => {
    latest.current = { end, onAir };
  });
  const send = useCallback((event: EndGuardEvent) => {
    const before = now.current;
    now.current = nextEndGuard(before, event, latest.current.onAir);
    if (now.current === before) {
      return;
    }
    setState(now.current);
    if (now.current.status === "done") {
      latest.current.end?.();
    }
  }, []);
  useTicks(state, send);
  useEffect(() => send({ type: "reset" }), [callId, send]);
  const leave = useCallback(() => send({ type: "leave" }), [send]);
  useEffect(() => {
    // A window that loses the focus does not receive the release of a key, so the press is
    // cancelled.
    window.addEventListener("blur", leave);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [leave]);
  return {
    status: state.status,
    press: () => send({ type: "press", at: performance.now() }),
    release: () => send({ type: "release", at: performance.now() }),
    leave,
  };
}

/**
 * The state "done" blocks the button for this time. Then, if the call continues, the person can try
 * again.
 */
const REST_MS = 1_000;

function useTicks(state: EndGuard, send: (event: EndGuardEvent) => void): void {
  useEffect(() => {
    if (state.status === "done") {
      const timer = setTimeout(() => send({ type: "reset" }), REST_MS);
      return () => clearTimeout(timer);
    }
    const due = endGuardDue(state);
    if (due === null) {
      return;
    }
    const wait = Math.max(0, due - performance.now()) + 1;
    const timer = setTimeout(() => send({ type: "tick", at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [state, send]);
}
