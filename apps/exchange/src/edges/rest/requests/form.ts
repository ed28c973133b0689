import { z } from "zod";

import { HTTP_METHODS, RefusedError } from "@linedesk/base";
import { CODES } from "./error-body.ts";

export interface ParameterCodes {
  missing?: [code: number, message: string];
  invalid?: number;
}

export interface FormOptions {
  codes?: Record<string, ParameterCodes>;
}

function text(max: number) {
  return z.string().min(1).max(max);
}

/**
 * The types of values in forms. All arrive as text; a list repeats its parameter or separates its
 * values by spaces.
 */
export const field = {
  text,
  flag: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false"]))
    .transform((value) => value === "true"),
  integer: (min: number, max: number) =>
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max)),
  method: z.string().toUpperCase().pipe(z.enum(HTTP_METHODS)),
  url: z.string().max(4000).refine(isHttpUrl, { error: "it must be an http or https URL" }),
  /** An empty value removes the URL. */
  urlOrNone: z
    .string()
    .max(4000)
    .refine((value) => value === "" || isHttpUrl(value), {
      error: "it must be an http or https URL",
    })
    .transform((value) => (value === "" ? null : value)),
  /** A day (UTC) or a time in ISO 8601. */
  time: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?$/)
    .transform((value) => new Date(value))
    .refine((time) => !Number.isNaN(time.getTime()), { error: "it must be a valid time" }),
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values) => z.enum(values),
  list: <const Values extends readonly [string, ...string[]]>(values: Values) =>
    z
      .union([z.string(), z.array(z.string()).max(50)])
      .transform((value) => [value].flat().flatMap((item) => item.split(" ").filter(Boolean)))
      .pipe(z.array(z.enum(values)).min(1)),
};

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/**
 * Reads a form or a query. Unknown parameters have no effect, as at Twilio. Throws RefusedError
 * with the name of the invalid parameter.
 */
export function readForm<Shape extends z.ZodRawShape>(
  shape: Shape,
  values: unknown,
  options: FormOptions = {},
): z.infer<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(values ?? {});
  if (parsed.success) {
    return parsed.data as z.infer<z.ZodObject<Shape>>;
  }
  throw refusal(parsed.error, options.codes ?? {}, values);
}

function refusal(
  error: z.ZodError,
  codes: Record<string, ParameterCodes>,
  values: unknown,
): RefusedError {
  const [issue] = error.issues;
  const name = String(issue?.path[0] ?? "body");
  const known = Object.hasOwn(codes, name) ? codes[name] : undefined;
  const given =
    typeof values === "object" && values !== null ? new Map(Object.entries(values)) : null;
  const isEmpty = known?.missing !== undefined && given?.get(name) === "";
  if (given?.has(name) !== true || isEmpty) {
    const [code, message] = known?.missing ?? [CODES.parameter, `'${name}' is required`];
    return new RefusedError(code, message);
  }
  return new RefusedError(
    known?.invalid ?? CODES.parameter,
    `Invalid value for '${name}': ${issue?.message ?? "malformed"}`,
  );
}
