/** Returns whether a browser says that its visitor is not to be counted: Do Not Track, Global Privacy Control. */
export const refusesCounting = (headers: Headers): boolean =>
  headers.get('dnt') === '1' || headers.get('sec-gpc') === '1';
