import { type Call, describeCall, nameCaller, numberCaller, placeCaller } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";

export type CallerField = "name" | "place" | "point" | "number";

/** `seen` is the value when the typing began; a colleague may have changed it since. */
export function saveCallerField(
  http: HttpClient,
  edit: { call: string; field: CallerField; value: string; seen: string | undefined },
): Promise<{ call: Call }> {
  const { call, field, value, seen } = edit;
  const sight = seen === undefined ? {} : { seen };
  switch (field) {
    case "name":
      return http.call(nameCaller, { body: { call, name: value, ...sight } });
    case "place":
      return http.call(placeCaller, { body: { call, location: value, ...sight } });
    case "number":
      return http.call(numberCaller, { body: { call, number: value } });
    case "point":
      return http.call(describeCall, { body: { call, description: value, ...sight } });
  }
}
