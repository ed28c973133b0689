import { ApiError } from "../platform/http/errors.ts";

/** The reason why the server sends nothing to an address. */
export type AddressRefusal =
  | "address_unreadable"
  | "address_with_password"
  | "address_not_https"
  | "address_inside_network";

export function refuseAddress(why: AddressRefusal): ApiError {
  const params = { why: [why] };
  return new ApiError({ reason: "address_refused", params }, { fields: { url: why } });
}
