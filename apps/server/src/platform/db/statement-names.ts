import { createHash } from "node:crypto";

/** A statement gets a name when this server has sent its text this often. */
export const HOT_USES = 8;
/** Each connection stores a plan for each name, most of them of 20 to 100 KB. */
export const MOST_NAMES = 120;
const MOST_TEXTS = 1_000;

/**
 * The statements whose plan depends on their values: those with a limit, a pattern or a list. A
 * statement that selects all columns would fail after a migration that adds a column.
 */
const needsOwnPlan =
  /\blimit \$|\bi?like\b|\b(?:any|all)\(\$|\bin \(\$\d+, |\), \(\$|(?:\bselect|\breturning|,)\s+(?:"?\w+"?\.)?\*/i;
const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Names the statements that this server sends often. PostgreSQL parses and plans a statement with a
 * name once for each connection, and a statement without a name each time.
 */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #renewals = 0;

  /** Returns the name of a statement, or `null` when it has none. */
  take(text: string): string | null {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_NAMES) {
      return name ?? null;
    }
    const uses = (this.#uses.get(text) ?? (mayHaveName(text) ? 0 : -Infinity)) + 1;
    if (uses >= HOT_USES) {
      this.#uses.delete(text);
      return this.#give(text);
    }
    if (this.#uses.size >= MOST_TEXTS) {
      this.#uses.clear();
    }
    this.#uses.set(text, uses);
    return null;
  }

  /**
   * Gives the statement another name, because PostgreSQL refuses the plan of the old one on every
   * connection that has it.
   */
  renew(text: string, old: string): void {
    if (this.#names.get(text) === old) {
      this.#renewals += 1;
      this.#give(text);
    }
  }

  #give(text: string): string {
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 24);
    const name = `linedesk_${hash}_${this.#renewals}`;
    this.#names.set(text, name);
    return name;
  }
}

function mayHaveName(text: string): boolean {
  return isPlanned.test(text) && !needsOwnPlan.test(text);
}
