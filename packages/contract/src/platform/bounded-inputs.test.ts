import { expect, test } from "vitest";
import * as z from "zod/mini";

import * as contract from "../index.ts";
import type { Endpoint } from "./endpoint.ts";

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

function findUnbounded(schema: Schema, at: string): string[] {
  const parts: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.anyOf ?? []).map((one): [string, Schema] => ["", one]),
    ...(schema.oneOf ?? []).map((one): [string, Schema] => ["", one]),
    ...(schema.prefixItems ?? []).map((one): [string, Schema] => ["[]", one]),
  ];
  for (const [name, part] of [
    ["[]", schema.items],
    ["{}", schema.additionalProperties],
    ["{name}", schema.propertyNames],
  ] as const) {
    if (typeof part === "object") {
      parts.push([name, part]);
    }
  }
  const below = parts.flatMap(([name, part]) => findUnbounded(part, `${at}.${name}`));
  return isBounded(schema) ? below : [at, ...below];
}

function isBounded(schema: Schema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) {
    return true;
  }
  if (schema.type === "number" || schema.type === "integer") {
    return Math.abs(schema.minimum ?? Infinity) < 1e13 && (schema.maximum ?? Infinity) < 1e13;
  }
  if (schema.type === "string") {
    return schema.format !== undefined || (schema.maxLength ?? Infinity) < 1e4;
  }
  if (schema.type === "array") {
    return schema.prefixItems !== undefined || (schema.maxItems ?? Infinity) < 1e4;
  }
  return true;
}

const exported: unknown[] = Object.values(contract);
const endpoints = exported.filter(
  (one): one is Endpoint =>
    typeof one === "object" && one !== null && "path" in one && "access" in one,
);

test.each(endpoints.map((one) => [one.id, one] as const))(
  "[AP5] %s accepts only limited numbers, texts and lists",
  (id, { params, query, body }) => {
    const unbounded = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined
        ? []
        : findUnbounded(z.toJSONSchema(schema, { io: "input" }) as Schema, `${id} ${part}`),
    );

    expect(unbounded).toEqual([]);
  },
);
