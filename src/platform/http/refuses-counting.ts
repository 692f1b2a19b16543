/** Returns a request header by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** Returns whether a visitor opts out of counting, by Do Not Track or Global Privacy Control. */
export const refusesCounting = (header: ReadHeader): boolean =>
  header('dnt') === '1' || header('sec-gpc') === '1';
