/** English letters with marks, which stay readable and are clearly not English. */
const marked: Readonly<Record<string, string>> = {
  a: "áá",
  e: "éé",
  i: "íí",
  o: "óó",
  u: "úú",
  y: "ýý",
  A: "Áá",
  E: "Éé",
  I: "Íí",
  O: "Óó",
  U: "Úú",
  Y: "Ýý",
  c: "ç",
  n: "ñ",
  s: "š",
  z: "ž",
  C: "Ç",
  N: "Ñ",
  S: "Š",
  Z: "Ž",
};
/** Short texts are longer by this factor in other languages. */
const LONGER = 1.4;
const FILLER = "~";

/**
 * Returns a sentence in no real language: marked letters, 40 % longer, in brackets. Arguments and
 * the branches of plurals keep their form.
 */
export function toPseudo(sentence: string): string {
  const words = markText(sentence);
  const missing = Math.ceil(sentence.length * LONGER) - words.length - 2;
  return /\p{L}/u.test(sentence) ? `[${words}${FILLER.repeat(Math.max(0, missing))}]` : sentence;
}

function markText(text: string): string {
  const open = text.search(/'\{|\{/);
  if (open === -1) {
    return markLetters(text);
  }
  const close = text[open] === "'" ? text.indexOf("'", open + 1) : findClosing(text, open);
  const argument = text.slice(open, close + 1);
  return (
    markLetters(text.slice(0, open)) + markArgument(argument) + markText(text.slice(close + 1))
  );
}

/** Marks the text in the branches of `{count, plural, one {# caller} other {# callers}}`. */
function markArgument(argument: string): string {
  const [head] = /^\{\w+, (?:plural|select),/.exec(argument) ?? [];
  if (head === undefined) {
    return argument;
  }
  let marked = head;
  let rest = argument.slice(head.length, -1);
  for (let open = rest.indexOf("{"); open !== -1; open = rest.indexOf("{")) {
    const close = findClosing(rest, open);
    marked += `${rest.slice(0, open)}{${markText(rest.slice(open + 1, close))}}`;
    rest = rest.slice(close + 1);
  }
  return `${marked + rest}}`;
}

function findClosing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    depth += text[index] === "{" ? 1 : text[index] === "}" ? -1 : 0;
    if (depth === 0) {
      return index;
    }
  }
  throw new Error(`a brace is not closed: ${text}`);
}

function markLetters(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => marked[letter] ?? letter);
}

interface Tree {
  readonly [key: string]: string | Tree;
}

export function pseudoWords<Words extends object>(messages: Words): Words {
  // The keys are unchanged, so the type is the same.
  return markTree(messages as unknown as Tree) as unknown as Words;
}

function markTree(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === "string" ? toPseudo(value) : markTree(value),
    ]),
  );
}
