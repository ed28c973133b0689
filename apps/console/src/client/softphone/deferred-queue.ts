export interface DeferredQueue {
  /** Resolves when the work is done. Work beyond the limit is dropped, and resolves at once. */
  add(work: () => Promise<void>): Promise<void>;
}

export function createDeferredQueue(options: { pauseMs: number; limit: number }): DeferredQueue {
  const waiting: (() => Promise<void>)[] = [];
  let isBusy = false;
  async function drain(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next();
    }
    isBusy = false;
  }
  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= options.limit) {
          return resolve();
        }
        waiting.push(() => work().then(resolve, reject));
        if (isBusy) {
          return;
        }
        isBusy = true;
        setTimeout(() => void drain(), options.pauseMs);
      }),
  };
}
