/** Returns a header of a request by its name, in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** Returns whether a browser says that its visitor is not to be counted: Do Not Track, Global Privacy Control. */
export const refusesCounting = (header: ReadHeader): boolean =>
  header('dnt') === '1' || header('sec-gpc') === '1';
