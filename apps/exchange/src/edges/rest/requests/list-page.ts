import { z } from "zod";

import { RefusedError, type SidPrefix } from "@linedesk/base";
import { CODES } from "./error-body.ts";
import { field } from "./form.ts";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 1000;

/** The query of every list has these fields. */
export const pageFields = {
  PageSize: field.integer(1, 999_999_999).optional(),
  Page: field.integer(0, 999_999_999).optional(),
  PageToken: z.string().optional(),
};

export interface PageQuery {
  PageSize?: number | undefined;
  Page?: number | undefined;
  PageToken?: string | undefined;
}

export interface PageOptions<Item> {
  key: string;
  items: Item[];
  prefix: SidPrefix;
  sidOf: (item: Item) => string;
  present: (item: Item) => object;
  path: string;
  search: string;
  query: PageQuery;
}

/**
 * Returns one page in Twilio's envelope: exactly one array, and relative addresses of other pages,
 * which are `null` where there is no such page.
 */
export function listPage<Item>(list: PageOptions<Item>): Record<string, unknown> {
  const size = Math.min(list.query.PageSize ?? DEFAULT_SIZE, MAX_SIZE);
  const page = list.query.Page ?? 0;
  const { from, to } = pageBounds(list, page, size);
  const shown = list.items.slice(from, to);
  function address(number: number, token: string | null) {
    return pageUri(list, number, size, token);
  }
  const last = shown.at(-1);
  const first = shown[0];
  const hasNext = last !== undefined && to < list.items.length;
  return {
    first_page_uri: address(0, null),
    end: page * size + Math.max(0, shown.length - 1),
    next_page_uri: hasNext ? address(page + 1, `PA${list.sidOf(last)}`) : null,
    page,
    page_size: size,
    previous_page_uri:
      page > 0 && first !== undefined ? address(page - 1, `PB${list.sidOf(first)}`) : null,
    [list.key]: shown.map(list.present),
    start: page * size,
    uri: list.search === "" ? list.path : `${list.path}?${list.search}`,
  };
}

/**
 * The token prevents pages from repeating records when new ones are added at the front. When the
 * record of the token is gone, the page number decides. Throws RefusedError for a token that cannot
 * be one of this list.
 */
function pageBounds<Item>(
  list: PageOptions<Item>,
  page: number,
  size: number,
): { from: number; to: number } {
  const token = list.query.PageToken;
  if (token !== undefined && !isValidPageToken(list, token)) {
    const message = "Invalid value for 'PageToken': it must be a token of a page of this list";
    throw new RefusedError(CODES.parameter, message);
  }
  const at =
    token === undefined ? -1 : list.items.findIndex((i) => list.sidOf(i) === token.slice(2));
  // Less than one full page of records can precede the token's record.
  if (at >= 0 && token?.startsWith("PB") === true) {
    return { from: Math.max(0, at - size), to: at };
  }
  const from = at < 0 ? page * size : at + 1;
  return { from, to: from + size };
}

function isValidPageToken<Item>({ prefix }: PageOptions<Item>, token: string): boolean {
  const [way, id] = [token.slice(0, 2), token.slice(2)];
  if (way !== "PA" && way !== "PB") {
    return false;
  }
  return id.startsWith(prefix) && /^[A-Z]{2}[0-9a-zA-Z]{32}$/.test(id);
}

function pageUri<Item>(
  list: PageOptions<Item>,
  page: number,
  size: number,
  token: string | null,
): string {
  const search = new URLSearchParams(list.search);
  search.delete("PageToken");
  search.set("PageSize", String(size));
  search.set("Page", String(page));
  if (token !== null) {
    search.set("PageToken", token);
  }
  return `${list.path}?${search.toString()}`;
}
