/** The methods by which an application's URL is fetched. */
export type HttpMethod = "GET" | "POST";
