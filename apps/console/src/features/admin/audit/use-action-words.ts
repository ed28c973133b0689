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

/** `caller_id` as it is written down; what has no words of its own is read like that. */
function spell(name: string): string {
  return name.replaceAll(/[._]/g, " ");
}

export interface ActionWords {
  /** Of `line.changed`. */
  action: (action: string) => string;
  /** Of `phone_line`. */
  noun: (noun: string) => string;
  /** Of a detail, as `lineClosedUrl`. */
  field: (field: string) => string;
  yesNo: (value: boolean) => string;
  toWritten: (typed: string) => string;
  /** The same where the whole of it is the name of a kind; else it is part of somebody's name. */
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

/** Any of the words, the longest first: one may begin another. */
function toPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const any = longestFirst.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<!\p{L})(?:${any.join("|")})(?!\p{L})`, "giu");
}

/** `maxDialS` as `max dial s`. */
function splitWords(name: string): string {
  return spell(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")).toLowerCase();
}
