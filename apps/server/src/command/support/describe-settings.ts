import { settings } from "../../config/settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns one line for each setting that was set. For a secret setting it shows only that it is
 * set. The other values pass through `mask`, because they can contain addresses and numbers.
 */
export function describeSettings(env: Environment, mask: (text: string) => string): string[] {
  return Object.entries(settings).flatMap(([name, { secret }]) => {
    const [value, file] = [env[name] ?? "", env[`${name}_FILE`] ?? ""];
    return [
      ...(value === "" ? [] : [`${name}=${secret ? "[secret]" : mask(value)}`]),
      ...(file === "" ? [] : [`${name}_FILE=${mask(file)}`]),
    ];
  });
}
