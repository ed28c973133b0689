import { ExpressionError, tokenize, type Token } from "./tokenize.ts";

/** What is known of a task, by name. */
export type TaskAttributes = Readonly<Record<string, unknown>>;
/** Whether a task is meant. */
export type Predicate = (attributes: TaskAttributes) => boolean;

type Operand = (attributes: TaskAttributes) => unknown;

const DEEPEST = 20;

/**
 * What both sides are compared by. Sides of different kinds are neither equal nor in order, and a
 * list is neither equal to anything nor different from it.
 */
const OPERATORS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  "==": (left, right) => areScalars(left, right) && left === right,
  "!=": (left, right) => areScalars(left, right) && left !== right,
  "<": (left, right) => inOrder(left, right, (order) => order < 0),
  "<=": (left, right) => inOrder(left, right, (order) => order <= 0),
  ">": (left, right) => inOrder(left, right, (order) => order > 0),
  ">=": (left, right) => inOrder(left, right, (order) => order >= 0),
  IN: (left, right) => areScalars(left) && Array.isArray(right) && right.includes(left),
  "NOT IN": (left, right) => areScalars(left) && Array.isArray(right) && !right.includes(left),
  HAS: (left, right) => Array.isArray(left) && left.includes(right),
  CONTAINS: (left, right) =>
    typeof left === "string" && typeof right === "string" && left.includes(right),
};

function areScalars(...values: unknown[]): boolean {
  return values.every((value) => typeof value !== "object" || value === null);
}

function inOrder(left: unknown, right: unknown, fits: (order: number) => boolean): boolean {
  if (typeof left === "number" && typeof right === "number") {
    return fits(left - right);
  }
  if (typeof left !== "string" || typeof right !== "string") {
    return false;
  }
  return fits(Number(left > right) - Number(left < right));
}

/**
 * Reads `language == 'en' AND (age > 20 OR skills HAS "news")`. AND binds closer than OR; an
 * attribute that a task does not have is null. Throws ExpressionError.
 */
export function parseExpression(text: string): Predicate {
  return new Reader(tokenize(text)).whole();
}

class Reader {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Predicate {
    const predicate = this.#either();
    if (this.#at < this.#tokens.length) {
      throw this.#wanted("AND, OR or the end");
    }
    return predicate;
  }

  #either(): Predicate {
    const parts = [this.#both()];
    while (this.#takes("OR")) {
      parts.push(this.#both());
    }
    return (attributes) => parts.some((part) => part(attributes));
  }

  #both(): Predicate {
    const parts = [this.#one()];
    while (this.#takes("AND")) {
      parts.push(this.#one());
    }
    return (attributes) => parts.every((part) => part(attributes));
  }

  #one(): Predicate {
    if (!this.#takes("(")) {
      return this.#comparison();
    }
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      throw new ExpressionError(`parentheses stand over ${DEEPEST} deep`);
    }
    const inner = this.#either();
    if (!this.#takes(")")) {
      throw this.#wanted("a closing parenthesis");
    }
    this.#depth -= 1;
    return inner;
  }

  #comparison(): Predicate {
    const left = this.#operand();
    const compare = OPERATORS[this.#operator()];
    if (compare === undefined) {
      throw this.#wanted(Object.keys(OPERATORS).join(" "));
    }
    this.#at += 1;
    const right = this.#operand();
    return (attributes) => compare(left(attributes), right(attributes));
  }

  /** The word or mark that stands here; the caller steps over it. */
  #operator(): string {
    if (this.#takes("NOT")) {
      return `NOT ${readName(this.#tokens[this.#at])}`;
    }
    return readName(this.#tokens[this.#at]);
  }

  #operand(): Operand {
    if (this.#takes("[")) {
      return this.#list();
    }
    const token = this.#tokens[this.#at];
    if (token?.type !== "value" && token?.type !== "name") {
      throw this.#wanted("a value or a name");
    }
    this.#at += 1;
    if (token.type === "value") {
      return () => token.value;
    }
    return (attributes) => token.path.reduce<unknown>(readMember, attributes);
  }

  #list(): Operand {
    const items: unknown[] = [];
    while (!this.#takes("]")) {
      if (items.length > 0 && !this.#takes(",")) {
        throw this.#wanted("a comma or ]");
      }
      const token = this.#tokens[this.#at];
      if (token?.type !== "value") {
        throw this.#wanted("a value");
      }
      items.push(token.value);
      this.#at += 1;
    }
    return () => items;
  }

  #takes(name: string): boolean {
    const isThere = readName(this.#tokens[this.#at]) === name;
    if (isThere) {
      this.#at += 1;
    }
    return isThere;
  }

  #wanted(what: string): ExpressionError {
    const where = this.#at < this.#tokens.length ? `as part ${this.#at + 1}` : "at its end";
    return new ExpressionError(`${where} it wants ${what}`);
  }
}

/** Of a word or a mark; nothing of values and names. */
function readName(token: Token | undefined): string {
  if (token?.type === "word") {
    return token.word;
  }
  return token?.type === "mark" ? token.mark : "";
}

function readMember(value: unknown, name: string): unknown {
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Readonly<Record<string, unknown>>)[name] : null;
}
