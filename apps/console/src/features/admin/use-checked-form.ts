import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import * as z from "zod/mini";

export function useCheckedForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values>,
  values: Values,
): UseFormReturn<Values> {
  return useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    mode: "onChange",
    resolver: createResolver(schema),
  });
}

/** The same of what is stored: it begins anew when that is another. */
export function useStoredForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values>,
  values: Values,
): UseFormReturn<Values> {
  return useForm<Values>({ values, mode: "onChange", resolver: createResolver(schema) });
}

function createResolver<Values extends FieldValues>(
  schema: z.ZodMiniType<Values>,
): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) {
      return { values: parsed.data, errors: {} };
    }
    const errors: FieldErrors<Values> = {};
    // What is wrong first with a field is what the person reads.
    for (const { path, message } of parsed.error.issues.toReversed()) {
      set(errors, path.join("."), { type: "checked", message });
    }
    return { values: {}, errors };
  };
}

/** A text that is not empty. */
export function given(words: string) {
  return z.string().check(z.refine((text) => text.trim() !== "", words));
}

export function matching(pattern: RegExp, words: string) {
  return z.string().check(z.refine((text) => pattern.test(text.trim()), words));
}

/** Empty, or the address of a sound; of one that is stored with us too. */
export function urlOrNone(words: string) {
  return matching(/^$|^(https?:\/\/|sound:)./i, words);
}

/** What can be dialled, as people write it; whether it may be, the server says. */
const NUMBER = /^\+?(?:[\s()./-]*\d){3,20}[\s()]*$/;

export function numberWanted(words: string) {
  return matching(NUMBER, words);
}

export function numberOrNone(words: string) {
  return matching(new RegExp(`^$|${NUMBER.source}`), words);
}

export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
