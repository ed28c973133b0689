import type * as z from "zod/v4/core";

import { maskNumber, type NumberText, numberTexts } from "@linedesk/contract";
import type { NumberSeal } from "./number-seal.ts";

export type NumberChange = Record<NumberText, (text: string) => string>;
type Mapper = (value: unknown, change: NumberChange) => unknown;

const mappers = new WeakMap<z.$ZodType, { mapper: Mapper | null }>();

export function hasNumbers(schema: z.$ZodType): boolean {
  return findMapper(schema) !== null;
}

export function mapNumbers(schema: z.$ZodType, value: unknown, change: NumberChange): unknown {
  const mapper = findMapper(schema);
  return mapper === null ? value : mapper(value, change);
}

function findMapper(schema: z.$ZodType): Mapper | null {
  const known = mappers.get(schema);
  if (known !== undefined) {
    return known.mapper;
  }
  const mapper = buildMapper(schema);
  mappers.set(schema, { mapper });
  return mapper;
}

function buildMapper(schema: z.$ZodType): Mapper | null {
  const has = numberTexts.get(schema as never)?.has;
  if (has !== undefined) {
    return (value, change) => (typeof value === "string" ? change[has](value) : value);
  }
  const { def } = (schema as z.$ZodTypes)._zod;
  if (def.type === "object") {
    return mapObject(def.shape);
  }
  if (def.type === "array") {
    return mapEach(findMapper(def.element));
  }
  if (def.type === "record") {
    return mapEach(findMapper(def.valueType));
  }
  if (def.type === "nullable" || def.type === "optional") {
    return findMapper(def.innerType);
  }
  return def.type === "union" ? mapUnion(def) : null;
}

function mapObject(shape: Record<string, z.$ZodType>): Mapper | null {
  const marked = Object.entries(shape).flatMap(([key, schema]) => {
    const mapper = findMapper(schema);
    return mapper === null ? [] : [{ key, mapper }];
  });
  if (marked.length === 0) {
    return null;
  }
  return (value, change) => {
    if (!isRecord(value)) {
      return value;
    }
    const changed = { ...value };
    for (const { key, mapper } of marked) {
      if (Object.hasOwn(value, key)) {
        changed[key] = mapper(value[key], change);
      }
    }
    return changed;
  };
}

function mapEach(mapper: Mapper | null): Mapper | null {
  if (mapper === null) {
    return null;
  }
  return (value, change) => {
    if (Array.isArray(value)) {
      return value.map((one) => mapper(one, change));
    }
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapper(one, change)]))
      : value;
  };
}

interface UnionDef {
  options: readonly z.$ZodType[];
  discriminator?: string;
}

function mapUnion({ options, discriminator }: UnionDef): Mapper | null {
  const kinds = options.map((option) => ({ option, mapper: findMapper(option) }));
  if (kinds.every(({ mapper }) => mapper === null)) {
    return null;
  }
  if (discriminator === undefined) {
    throw new Error("a union that contains numbers must have a discriminator");
  }
  return (value, change) => {
    const name = isRecord(value) ? value[discriminator] : undefined;
    const kind = kinds.find(({ option }) =>
      option._zod.propValues?.[discriminator]?.has(name as never),
    );
    return kind?.mapper?.(value, change) ?? value;
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** No person's telephone number is shorter. A date can have as many digits. */
const LEAST_DIGITS = 8;
const IN_WORDS = /(?<![\p{L}\d-])\+?\d[\d ()-]{6,}\d(?![\p{L}\d-])/gu;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Returns the mapping for a seat that may not see callers' numbers. */
export function maskNumbers(station: string, seal: NumberSeal): NumberChange {
  return {
    number: (number) => (number === "" ? number : seal.hide(number, station)),
    display: maskNumber,
    text: maskInWords,
  };
}

/** Masks every number in a sentence or a file, in the server's formats. Dates are not masked. */
export function maskInWords(text: string): string {
  return text.replaceAll(IN_WORDS, (found) =>
    found.replaceAll(/\D/g, "").length < LEAST_DIGITS || DATE.test(found)
      ? found
      : maskNumber(found),
  );
}

export function isNumberAlone(text: string): boolean {
  const isDigits = /^\+?\d[\d ()-]*$/.test(text) && !DATE.test(text);
  return isDigits && text.replaceAll(/\D/g, "").length >= LEAST_DIGITS;
}
