export interface IdleWatchOptions {
  page: Pick<Window, "addEventListener" | "removeEventListener">;
  schedule: (run: () => void, ms: number) => () => void;
  idleMs: number;
  onIdle: () => void;
}

const inputs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/** Reports once that nobody has used the page for `idleMs`. Returns a function that ends the watch. */
export function watchIdle({ page, schedule, idleMs, onIdle }: IdleWatchOptions): () => void {
  let cancel = schedule(onIdle, idleMs);
  function restart(): void {
    cancel();
    cancel = schedule(onIdle, idleMs);
  }
  inputs.forEach((name) => page.addEventListener(name, restart));
  return () => {
    cancel();
    inputs.forEach((name) => page.removeEventListener(name, restart));
  };
}
