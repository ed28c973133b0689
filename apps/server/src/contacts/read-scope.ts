import type { ContactOwner } from "@linedesk/contract";
import { ApiError } from "../platform/http/errors.ts";
import type { ContactScope } from "./contact-store.ts";

/**
 * Throws for a masked number in a person's own book, because that book is visible at every station
 * and another station can show full numbers.
 */
export function requireNotHidden({ owner }: ContactScope, isHidden: boolean): void {
  if (owner === "person" && isHidden) {
    throw new ApiError("masked_number_not_own");
  }
}

/** Returns the named book, by default the station's. A show's book names its show. */
export function readScope(
  {
    station,
    owner = "station",
    show,
  }: { station: string; owner?: ContactOwner | undefined; show?: string | undefined },
  user: string,
): ContactScope {
  if ((owner === "show") === (show === undefined)) {
    throw new ApiError("show_of_contact_wrong", {
      fields: { show: "must_name_show" },
    });
  }
  return { station, owner, show: show ?? null, user };
}
