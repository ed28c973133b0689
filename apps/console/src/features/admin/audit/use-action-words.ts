import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { actionMessages } from "./action-messages.ts";

type Noun = keyof typeof actionMessages.nouns;
type Verb = keyof typeof actionMessages.verbs;
type Field = keyof typeof actionMessages.fields;

const nouns = Object.keys(actionMessages.nouns) as Noun[];
const verbs = Object.keys(actionMessages.verbs) as Verb[];

function isNoun(name: string): name is Noun {
  return name in actionMessages.nouns;
}

function isVerb(name: string): name is Verb {
  return name in actionMessages.verbs;
}

function isField(name: string): name is Field {
  return name in actionMessages.fields;
}

/** Returns `caller id` for `caller_id`; a name without a translation is shown in this form. */
function spell(name: string): string {
  return name.replaceAll(/[._]/g, " ");
}

export interface ActionWords {
  /** Writes an action such as `line.changed`. */
  action: (action: string) => string;
  /** Writes a noun such as `phone_line`. */
  noun: (noun: string) => string;
  /** Writes the name of a detail, such as `lineClosedUrl`. */
  field: (field: string) => string;
  yesNo: (value: boolean) => string;
  toWritten: (typed: string) => string;
  /**
   * Replaces the typed text only if all of it is one known word, because a word inside a longer
   * text can belong to a name.
   */
  toWrittenNoun: (typed: string) => string;
}

export function useActionWords(): ActionWords {
  const t = useTranslations("actions");
  return useMemo(() => {
    const noun = (name: string) => (isNoun(name) ? t(`nouns.${name}`) : spell(name));
    const verb = (name: string) => (isVerb(name) ? t(`verbs.${name}`) : spell(name));
    const written = new Map([
      ...verbs.map((one) => [verb(one).toLowerCase(), spell(one)] as const),
      ...nouns.map((one) => [noun(one).toLowerCase(), spell(one)] as const),
    ]);
    const pattern = toPattern([...written.keys()]);
    function find(words: string): string {
      return written.get(words.trim().toLowerCase()) ?? words;
    }
    return {
      noun,
      action: (action) => {
        const [first = "", ...rest] = action.split(".");
        return `${noun(first)} ${verb(rest.join("."))}`;
      },
      field: (name) => (isField(name) ? t(`fields.${name}`) : splitWords(name)),
      yesNo: (value) => t(value ? "yes" : "no"),
      toWritten: (typed) => typed.replaceAll(pattern, find),
      toWrittenNoun: find,
    };
  }, [t]);
}

/** Matches any of the words, the longest first, because a word may begin with a shorter one. */
function toPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const any = longestFirst.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<!\p{L})(?:${any.join("|")})(?!\p{L})`, "giu");
}

/** Returns `max dial s` for `maxDialS`. */
function splitWords(name: string): string {
  return spell(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")).toLowerCase();
}
