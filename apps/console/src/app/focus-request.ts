/**
 * Whose name is to be focused once the caller's panel shows it. Held outside of React's state:
 * a request that stood in the page's state would draw the whole page anew.
 */
export class FocusRequest {
  #call: string | null = null;
  readonly #followers = new Set<() => void>();

  readonly read = (): string | null => this.#call;

  readonly follow = (changed: () => void): (() => void) => {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  };

  readonly set = (call: string | null): void => {
    this.#call = call;
    for (const changed of this.#followers) {
      changed();
    }
  };
}
