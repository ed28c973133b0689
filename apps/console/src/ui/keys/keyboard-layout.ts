const POSITION = /^Key([A-Z])$/u;
const NO_LABELS: ReadonlyMap<string, string> = new Map();

/** Returns true for a letter of a script other than Latin. */
export function isForeignLetter(key: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(key) && !/\p{Script=Latin}/u.test(key);
}

type LayoutTable = Iterable<readonly [code: string, key: string]>;

/**
 * The person's keyboard, from the browser's table and from the keys that the person has pressed.
 * The table has the letters of a Latin layout even while another layout is in use.
 */
export class KeyboardLayout {
  readonly #latin = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #foreign = NO_LABELS;
  #isForeign = false;

  /** Is true while the layout in use types no Latin letters: Cyrillic, Greek, Arabic, Hebrew. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  /** The known letters of a layout without Latin letters, by the Latin letter of their key. */
  get labels(): ReadonlyMap<string, string> {
    return this.#isForeign ? this.#foreign : NO_LABELS;
  }

  /** Returns the Latin letter that the key types; `null` while this is unknown. */
  latinAt(code: string): string | null {
    return this.#latin.get(code) ?? null;
  }

  note({ key, code }: Pick<KeyboardEvent, "key" | "code">): void {
    const before = this.labels;
    if (/^[a-z]$/iu.test(key)) {
      this.#isForeign = false;
      this.#latin.set(code, key.toLowerCase());
    } else if (isForeignLetter(key)) {
      this.#isForeign = true;
      this.#noteForeign(POSITION.exec(code)?.[1], key.toUpperCase());
    }
    if (this.labels === before) {
      return;
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /** Adds the entries of the browser's table for keys that the person has not pressed. */
  learn(table: LayoutTable): void {
    for (const [code, key] of table) {
      if (/^[a-z]$/u.test(key) && !this.#latin.has(code)) {
        this.#latin.set(code, key);
      }
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #noteForeign(position: string | undefined, letter: string): void {
    if (position !== undefined && this.#foreign.get(position) !== letter) {
      this.#foreign = new Map(this.#foreign).set(position, letter);
    }
  }
}

interface BrowserKeyboard {
  getLayoutMap?: () => Promise<LayoutTable>;
}

/** Only some browsers have the table, and they refuse it in a frame. */
export async function readLayoutTable(of: Navigator): Promise<LayoutTable> {
  const keyboard = Reflect.get(of, "keyboard") as BrowserKeyboard | undefined;
  return (await keyboard?.getLayoutMap?.().catch(() => [])) ?? [];
}
