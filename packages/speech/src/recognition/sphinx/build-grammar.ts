import { CLASS_RULES, areOfClass, writeClass } from "./class-rules.ts";
import { hintClasses, type Hint, type HintClass, type HintToken } from "./hint-tokens.ts";

/** A grammar in which one of the hints is said, in JSGF. */
export function buildGrammar(hints: readonly Hint[]): string {
  const phrases = hints.map(({ tokens }) => tokens.map(referTo).join(" "));
  const used = hintClasses.filter((name) => phrases.some((each) => each.includes(`<${name}>`)));
  const rules = (["digit", "letter", ...used] as const).map(
    (name) => `<${name}> = ${CLASS_RULES[name]};`,
  );
  const needed = used.length === 0 ? [] : rules;
  return [
    "#JSGF V1.0;",
    "grammar hints;",
    ...needed,
    `public <hint> = ${phrases.join(" | ")};`,
  ].join("\n");
}

function referTo(token: HintToken): string {
  return token.type === "word" ? token.word : `<${token.name}>`;
}

/** Every word that the grammar needs to be known by. */
export function listWords(hints: readonly Hint[]): string[] {
  const words = hints.flatMap(({ tokens }) =>
    tokens.flatMap((token) => (token.type === "word" ? [token.word] : [])),
  );
  return [...new Set(words)];
}

/** What was said in the grammar, as the application wrote it; figures as figures. */
export function formatHint(text: string, hints: readonly Hint[]): string {
  const words = text.split(" ").filter((word) => word !== "");
  for (const hint of hints) {
    const written = match(words, hint.tokens);
    if (written === null) {
      continue;
    }
    return hint.tokens.every(({ type }) => type === "word") ? hint.text : written.join(" ");
  }
  return text;
}

/** Null where the words are not this hint's. */
function match(words: readonly string[], tokens: readonly HintToken[]): string[] | null {
  const [token, ...further] = tokens;
  if (token === undefined) {
    return words.length === 0 ? [] : null;
  }
  if (token.type === "word") {
    const rest = words[0] === token.word ? match(words.slice(1), further) : null;
    return rest === null ? null : [token.word, ...rest];
  }
  return matchClass(words, token.name, further);
}

function matchClass(
  words: readonly string[],
  name: HintClass,
  further: readonly HintToken[],
): string[] | null {
  for (let count = words.length; count > 0; count -= 1) {
    const own = words.slice(0, count);
    const rest = areOfClass(name, own) ? match(words.slice(count), further) : null;
    if (rest !== null) {
      return [writeClass(name, own), ...rest];
    }
  }
  return null;
}
