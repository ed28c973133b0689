import type { ConsoleNames } from "../../apps/console/src/app/console-names.ts";

/** A page with its names in place of the tokens, and a sentence for each token without a name. */
interface Resolved {
  text: string;
  problems: { line: number; message: string }[];
}

/** Replaces each token such as `{key:hold}` with the name that the console shows. */
export function resolveTokens(source: string, names: ConsoleNames): Resolved {
  const problems: Resolved["problems"] = [];
  const lines = source.split("\n").map((text, at) =>
    text.replaceAll(/\{([^{}]*)\}/g, (token: string, inner: string) => {
      const found = findName(inner, names);
      if (typeof found === "string") {
        return found;
      }
      problems.push({ line: at + 1, message: `${token} ${found.refusal}.` });
      return token;
    }),
  );
  lines.forEach((text, at) => {
    if (text.includes("****")) {
      problems.push({ line: at + 1, message: "A token is bold already: write no ** around it." });
    }
  });
  return { text: lines.join("\n"), problems };
}

type Found = string | { refusal: string };

type FindName = (id: string, names: ConsoleNames) => Found;

const finders: Record<string, FindName> = {
  key: findKey,
  action: (id, { actions }) => embolden(actions[id]?.["name"], "names no action with a button"),
  command: (id, { actions }) =>
    embolden(actions[id]?.["command"], "names no action with words in the palette"),
  panel: (id, { panels }) => embolden(panels[id], "names no panel"),
  section: (id, { sections }) => embolden(sections[id], "names no section of the admin area"),
  word: findWord,
};

function findName(inner: string, names: ConsoleNames): Found {
  const [kind = "", id = ""] = inner.split(/:(.*)/s);
  const find = finders[kind];
  return find === undefined
    ? { refusal: `is no token: a token begins with ${Object.keys(finders).join(", ")}` }
    : find(id, names);
}

function findKey(wanted: string, { keys }: ConsoleNames): Found {
  const [id = "", scope] = wanted.split("@");
  const bound = keys[id] ?? [];
  const key = scope === undefined ? bound[0] : bound.find((one) => one.scope === scope);
  return key === undefined ? { refusal: "names no action with such a key" } : `\`${key.label}\``;
}

function findWord(id: string, { words }: ConsoleNames): Found {
  const word = words[id];
  return word !== undefined && /[{}<>]/.test(word)
    ? { refusal: "has arguments, so no page can name it" }
    : embolden(word, "names no word of this language");
}

function embolden(words: string | undefined, refusal: string): Found {
  return words === undefined
    ? { refusal }
    : `**${words.replaceAll(/[\\*_[\]`]/g, String.raw`\$&`)}**`;
}
