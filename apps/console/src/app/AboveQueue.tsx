import { type ReactNode, useLayoutEffect, useRef } from "react";

interface AboveQueueProps {
  /** Is true while the rows of the queue must not move. */
  isStill: boolean;
  children: ReactNode;
}

/**
 * Opens and closes the strips above the queue only while the rows may move. Until then a strip that
 * opens stays closed, and a strip that closes leaves its space empty.
 */
export function AboveQueue({ isStill, children }: AboveQueueProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null) {
      element.style.height = isStill ? `${element.offsetHeight}px` : "";
    }
  }, [isStill]);
  return (
    <div ref={box} data-above="">
      {children}
    </div>
  );
}
