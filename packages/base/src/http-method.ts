export type HttpMethod = "GET" | "POST";
