/**
 * A received request: `path` without the query, `query` decoded, `body` as raw text, which is empty
 * without a body.
 */
export interface RestRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string | undefined>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface RestAnswer {
  status: number;
  body: object;
}
