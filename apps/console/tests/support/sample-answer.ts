import * as z from "zod";

import type { Endpoint } from "@linedesk/contract";

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  additionalProperties?: JsonSchema | boolean;
}

/** Answers for some fields by name, in place of values that are generated from the schema. */
export type KnownAnswers = Record<string, unknown>;

const AT = "2026-11-23T10:00:00.000Z";
const DAY = "2026-11-23";
/** Fields with times and days, which the schema declares as strings. */
const TIMES = /(?:At|^at|^since|^until|^from|^to|expires)$/;
const DAYS = /(?:On|^day|^month)$/;

function sampleText(name: string, { format }: JsonSchema): string {
  if (format === "uuid") {
    return crypto.randomUUID();
  }
  if (TIMES.test(name)) {
    return AT;
  }
  return DAYS.test(name) ? DAY : `A ${name}`;
}

function sampleValue(name: string, schema: JsonSchema, known: KnownAnswers): unknown {
  const [first] = (schema.anyOf ?? schema.oneOf ?? []).toSorted(
    (one, other) => Number(one.type === "null") - Number(other.type === "null"),
  );
  if (first !== undefined) {
    return sampleValue(name, first, known);
  }
  if ("const" in schema || schema.enum !== undefined) {
    return schema.const ?? schema.enum?.[0];
  }
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [
          key,
          key in known ? known[key] : sampleValue(key, field, known),
        ]),
      );
    case "array":
      return [sampleValue(name, schema.items ?? {}, known)];
    case "string":
      return sampleText(name, schema);
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    case undefined:
    default:
      return null;
  }
}

/** Generates an answer from the contract, with one item in each list. */
export function sampleAnswer({ answer }: Endpoint, known: KnownAnswers): unknown {
  const shape = z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }) as JsonSchema;
  return sampleValue("answer", shape, known);
}
