import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  set,
  useController,
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

/** Creates a form of stored values. The form is reset when the stored values change. */
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
    // The first issue of a field is set last and so replaces the others: the form shows only one.
    for (const { path, message } of parsed.error.issues.toReversed()) {
      set(errors, path.join("."), { type: "checked", message });
    }
    return { values: {}, errors };
  };
}

/** Accepts a text that is not only white space. */
export function given(words: string) {
  return z.string().check(z.refine((text) => text.trim() !== "", words));
}

export function matching(pattern: RegExp, words: string) {
  return z.string().check(z.refine((text) => pattern.test(text.trim()), words));
}

/** Accepts an empty text, or the address of a sound on the web or in the server's store. */
export function urlOrNone(words: string) {
  return matching(/^$|^(https?:\/\/|sound:)./i, words);
}

/** Matches a number in a usual form; the server decides whether it may be dialled. */
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

/** Returns the props of a text field for its `TextRow`. */
export function inputOf<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  const { errors, dirtyFields } = form.formState;
  const error: FieldError | undefined = get(errors, name);
  const isChanged = get(dirtyFields, name) === true;
  return { ...form.register(name, options), wrong: error?.message, isChanged };
}

/** Returns the control of a field that is not a text, for its `SelectRow` or `SoundRow`. */
export function useControl<Values extends FieldValues, Name extends Path<Values>>(
  { control }: UseFormReturn<Values>,
  name: Name,
) {
  const { field, fieldState } = useController({ control, name });
  const { error, isDirty: isChanged } = fieldState;
  return { value: field.value, onChange: field.onChange, wrong: error?.message, isChanged };
}
