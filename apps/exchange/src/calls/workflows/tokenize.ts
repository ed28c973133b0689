/** An expression that cannot be read; the message says where and what was wanted. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly code = "expression";
}

export type Literal = string | number | boolean | null;

const OPERATORS = ["AND", "OR", "NOT", "IN", "HAS", "CONTAINS"] as const;

export type Token =
  | { type: "value"; value: Literal }
  | { type: "name"; path: string[] }
  | { type: "word"; word: (typeof OPERATORS)[number] }
  | { type: "mark"; mark: string };

const MAX_LENGTH = 2_000;
const pattern =
  /\s*(?:("[^"]*"|'[^']*')|(-?\d{1,15}(?:\.\d{1,15})?)|([A-Za-z_]\w*(?:\.\w+|(?<!\b[Ii][Nn])\[\d{1,4}\])*)|(==|!=|<=|>=|[<>()[\],]))/y;
const literals = new Map<string, Literal>([
  ["TRUE", true],
  ["FALSE", false],
  ["NULL", null],
]);

/** Throws ExpressionError. */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError(`it is longer than ${MAX_LENGTH} characters`);
  }
  const source = text.trimEnd();
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match === null) {
      throw new ExpressionError(`nothing that is known stands at ${at + 1}`);
    }
    tokens.push(toToken(match));
  }
  return tokens;
}

function toToken([, quoted, number, name, mark = ""]: RegExpExecArray): Token {
  if (quoted !== undefined) {
    return { type: "value", value: quoted.slice(1, -1) };
  }
  if (number !== undefined) {
    return { type: "value", value: Number(number) };
  }
  if (name === undefined) {
    return { type: "mark", mark };
  }
  const upper = name.toUpperCase();
  const value = literals.get(upper);
  if (value !== undefined) {
    return { type: "value", value };
  }
  if (isWord(upper)) {
    return { type: "word", word: upper };
  }
  return { type: "name", path: name.split(/[.[\]]+/).filter((part) => part !== "") };
}

function isWord(text: string): text is Extract<Token, { type: "word" }>["word"] {
  return OPERATORS.some((operator) => operator === text);
}
