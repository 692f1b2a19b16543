import { isDeepStrictEqual } from 'node:util';

/** Returns whether a record already has these values. */
export const hasAll = (record: object, values: object): boolean =>
  isDeepStrictEqual({ ...record, ...values }, { ...record });
