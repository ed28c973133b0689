import type { APIResponse, Page } from "@playwright/test";

/** Sends an API request as the console does, with the browser's cookies. */
export async function callApi(
  page: Page,
  path: string,
  body?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  const url = new URL(path, page.url()).href;
  if (body === undefined) {
    return page.request.get(url, { headers });
  }
  const csrf = await page.request.get(new URL("/api/auth/csrf", url).href);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return page.request.post(url, {
    data: body,
    headers: { "x-csrf-token": csrfToken, ...headers },
  });
}

export interface MyStation {
  id: string;
  callSign: string;
}

export async function myStations(page: Page): Promise<MyStation[]> {
  const answer = await callApi(page, "/api/station");
  return ((await answer.json()) as { items: MyStation[] }).items;
}

export async function myId(page: Page): Promise<string> {
  const answer = await callApi(page, "/api/auth/session");
  return ((await answer.json()) as { user: { id: string } }).user.id;
}
