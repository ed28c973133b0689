import { settings } from "../../config/settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns one line for each setting that was set. A secret one shows only that it is set; the others
 * pass through `mask`, because addresses and numbers may be among them.
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
