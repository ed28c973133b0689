/**
 * A received request: `path` without the query, `query` decoded, `body` the raw text ("" for none).
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
