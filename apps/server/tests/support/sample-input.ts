import fc from "fast-check";
import * as z from "zod";

import type { Endpoint } from "@linedesk/contract";

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** Values by the name of their field. They are used even when the field is optional. */
export type KnownValues = Record<string, unknown>;

const byFormat: Record<string, string> = {
  "date-time": "2026-11-23T10:00:00.000Z",
  date: "2026-11-23",
  email: "kim@example.com",
  uri: "https://radio.example/a.mp3",
};

/** Valid values of fields whose check is not in the JSON Schema. */
const byName: KnownValues = { keepAliveS: 30, sources: ["203.0.113.0/24"] };

function sampleText({ format = "", pattern, minLength = 1, maxLength = Infinity }: JsonSchema) {
  if (format === "uuid") {
    return crypto.randomUUID();
  }
  const known = byFormat[format];
  if (known !== undefined || pattern === undefined) {
    return known ?? "x".repeat(minLength);
  }
  const matching = fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => text.length <= maxLength);
  const [found = ""] = fc.sample(matching, { numRuns: 1, seed: 1 });
  return found;
}

/** Returns the value if its type fits, because a field of that name can have another type. */
function knownValue({ type, maxLength = Infinity }: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    return type === "array" ? value : undefined;
  }
  if (type === "number" || type === "integer") {
    return typeof value === "number" ? value : undefined;
  }
  return typeof value === "string" && value.length > maxLength ? undefined : value;
}

function sampleObject(schema: JsonSchema, known: KnownValues): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const given = Object.keys(properties).filter((name) => required.includes(name) || name in known);
  return Object.fromEntries(
    given.map((name) => {
      const field = properties[name] ?? {};
      const value = knownValue(field, known[name]);
      return [name, value === undefined ? sampleValue(field, known) : value];
    }),
  );
}

function sampleValue(schema: JsonSchema, known: KnownValues): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) {
    return sampleValue(first, known);
  }
  if ("const" in schema || schema.enum !== undefined) {
    return schema.const ?? schema.enum?.[0];
  }
  switch (schema.type ?? "null") {
    case "object":
      return sampleObject(schema, known);
    case "array":
      return [sampleValue(schema.items ?? {}, known)];
    case "string":
      return sampleText(schema);
    case "number":
    case "integer":
      return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    default:
      return null;
  }
}

/** Returns an input made from the schema; throws when the contract does not accept it. */
export function sampleInput(schema: Endpoint["body"], known: KnownValues): KnownValues {
  if (schema === undefined) {
    return {};
  }
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const sample = sampleValue(shape, { ...byName, ...known }) as KnownValues;
  z.parse(schema, sample);
  return sample;
}

/** Returns the values that a field may have; an empty list for a field without a fixed choice. */
export function choicesOf(schema: Endpoint["body"], field: string): string[] {
  if (schema === undefined) {
    return [];
  }
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return (shape.properties?.[field]?.enum ?? []).map(String);
}

/** Returns the names of the schema's fields; of a union, those of the sample's member. */
export function fieldsOf(schema: Endpoint["body"]): string[] {
  if (schema === undefined) {
    return [];
  }
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const [kind = shape] = shape.anyOf ?? shape.oneOf ?? [];
  return Object.keys(kind.properties ?? {});
}
