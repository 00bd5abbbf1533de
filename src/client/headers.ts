export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header; the first one if there are several. */
export function singleHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
