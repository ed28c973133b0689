type Fields = Record<string, unknown>;

/** Returns the paths of the sent fields that the parsed value does not have. */
export function findUnknownFields(sent: unknown, parsed: unknown): string[] {
  if (!isFields(sent) || !isFields(parsed)) {
    return [];
  }
  return Object.entries(sent).flatMap(([name, value]) => {
    return Object.hasOwn(parsed, name)
      ? findUnknownFields(value, parsed[name]).map((field) => `${name}.${field}`)
      : [name];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
